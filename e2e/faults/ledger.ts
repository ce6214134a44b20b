/** A letter may be lost if it was typed at most this long before the browser died. */
const AT_RISK_MS = 500;

interface Entry {
  readonly key: string;
  readonly value: string;
  readonly at: number;
}

/** Records outside of the browser what was typed and when. */
export class Ledger {
  readonly #entries: Entry[] = [];
  readonly #events: string[] = [];
  readonly #startedAt = Date.now();

  typed(key: string, value: string): void {
    this.#entries.push({ key, value, at: Date.now() });
    this.note(`${key} = ${JSON.stringify(value)}`);
  }

  /** Records an event, for people who have to find out why a run failed. */
  note(event: string): void {
    this.#events.push(`${String(Date.now() - this.#startedAt).padStart(6)} ms  ${event}`);
  }

  /** The last value of a key; `''` if it was never typed. */
  last(key: string): string {
    return this.#of(key).at(-1)?.value ?? '';
  }

  /** The values that a key may have if the browser died at that time: only the last half second may be lost. */
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
