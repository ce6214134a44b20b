/** How old a letter may be, at most, when the browser dies, and be lost all the same. */
const AT_RISK_MS = 500;

interface Entry {
  readonly key: string;
  readonly value: string;
  readonly at: number;
}

/** What was typed and when, written down outside of the browser. */
export class Ledger {
  readonly #entries: Entry[] = [];
  readonly #events: string[] = [];
  readonly #startedAt = Date.now();

  typed(key: string, value: string): void {
    this.#entries.push({ key, value, at: Date.now() });
    this.note(`${key} = ${JSON.stringify(value)}`);
  }

  /** Something that happened, for whoever has to read why a run failed. */
  note(event: string): void {
    this.#events.push(`${String(Date.now() - this.#startedAt).padStart(6)} ms  ${event}`);
  }

  /** What a key was last, `''` when it was never typed. */
  last(key: string): string {
    return this.#of(key).at(-1)?.value ?? '';
  }

  /** The values that a key may have after the browser died at a time: nothing older than half a second is lost. */
  possibleAfterDeathAt(key: string, at: number): readonly string[] {
    const entries = this.#of(key);
    const safe = entries.findLastIndex((entry) => entry.at < at - AT_RISK_MS);
    const values = entries.slice(Math.max(safe, 0)).map(({ value }) => value);
    return safe === -1 ? ['', ...values] : values;
  }

  get keys(): readonly string[] {
    return [...new Set(this.#entries.map(({ key }) => key))];
  }

  toString(): string {
    return this.#events.join('\n');
  }

  #of(key: string): readonly Entry[] {
    return this.#entries.filter((entry) => entry.key === key);
  }
}
