// What the applicant typed into each question, recorded outside of the browser, and what happened to it.

/** Letters typed and shown this long before a kill must be there again. */
const SAFE_AFTER_MS = 1000;
const LATELY_MS = 10_000;

interface Entry {
  readonly value: string;
  /** The value of the question when this was typed. */
  readonly before: Entry | undefined;
  /** When it was shown; `Infinity` until then. */
  shownAt: number;
  isAcknowledged: boolean;
}

export class Ledger {
  readonly #entries = new Map<string, Entry[]>();

  /** Call it before a letter is typed, and the returned function once the letter is shown. */
  types(key: string, value: string): () => void {
    const entries = this.#of(key);
    const entry = { value, before: entries.at(-1), shownAt: Infinity, isAcknowledged: false };
    entries.push(entry);
    return () => {
      entry.shownAt = Date.now();
    };
  }

  /** The form shows these values and says that all of them are safe. */
  acknowledged(shown: Readonly<Record<string, string>>): void {
    for (const [key, value] of Object.entries(shown)) {
      const entry = this.#latest(key, value);
      if (entry !== undefined) entry.isAcknowledged = true;
    }
  }

  /**
   * How many letters of a question are in none of these values, although they were safe when the browser was killed.
   */
  lostLetters(key: string, killedAt: number, found: readonly string[]): number {
    const entries = this.#of(key);
    const safe = entries.findLastIndex(
      ({ shownAt, isAcknowledged }) => isAcknowledged || shownAt <= killedAt - SAFE_AFTER_MS,
    );
    const value = entries[safe]?.value ?? '';
    const isFound = found.some((other) => entries.findLastIndex((entry) => entry.value === other) >= safe);
    if (isFound) return 0;
    return value.length - Math.max(...found.map((other) => sharedStart(value, other)));
  }

  /** From now on, the applicant continues what the form shows. */
  goesOnFrom(key: string, shown: string): void {
    const entries = this.#of(key);
    if ((entries.at(-1)?.value ?? '') === shown) return;
    const before = this.#latest(key, shown);
    entries.push({ value: shown, before, shownAt: Date.now(), isAcknowledged: true });
  }

  /** The last values of all questions, with their ages, to find a cause. */
  lately(now: number): string {
    return [...this.#entries]
      .flatMap(([key, entries]) => entries.slice(-6).map((entry) => ({ key, ...entry })))
      .filter(({ shownAt }) => now - shownAt < LATELY_MS)
      .map(({ key, value, shownAt, isAcknowledged }) => {
        return `${key}=${value} ${now - shownAt} ms before${isAcknowledged ? ', acknowledged' : ''}`;
      })
      .join('; ');
  }

  /** Whether a value was typed over another one, or over a later form of it. */
  isTypedOver(key: string, value: string, other: string): boolean {
    if (other === '') return true;
    for (let entry = this.#latest(key, value); entry !== undefined; entry = entry.before) {
      if (entry.value === other) return true;
    }
    return false;
  }

  #latest(key: string, value: string): Entry | undefined {
    return this.#of(key).findLast((entry) => entry.value === value);
  }

  #of(key: string): Entry[] {
    const entries = this.#entries.get(key) ?? [];
    this.#entries.set(key, entries);
    return entries;
  }
}

function sharedStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}
