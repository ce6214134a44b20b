/** Answers that one save changes together, so that a partial save becomes visible. */
const LEDGER_KEYS = [
  'first_name',
  'middle_name',
  'last_name',
  'address_line_1',
  'address_line_2',
  'employ_experience',
] as const;

/**
 * Records what one applicant tried to save and what was acknowledged. Saves are numbered, and all keys of a save
 * contain its number. So the final answers show whether the last acknowledged save is there and complete.
 */
export class Ledger {
  readonly #owner: string;
  #tried = 0;
  #acknowledged = 0;
  numAcknowledged = 0;

  constructor(owner: string) {
    this.#owner = owner;
  }

  /** Returns the next save: its number and its answers. */
  next(): { readonly number: number; readonly answers: Readonly<Record<string, string>> } {
    this.#tried += 1;
    const number = this.#tried;
    return { number, answers: Object.fromEntries(LEDGER_KEYS.map((key) => [key, `Save ${number}`])) };
  }

  acknowledge(number: number): void {
    this.#acknowledged = Math.max(this.#acknowledged, number);
    this.numAcknowledged += 1;
  }

  /** Returns what is wrong with the present answers; empty if nothing is. */
  violations(answers: Readonly<Record<string, string>>): string[] {
    const found = LEDGER_KEYS.map((key) => Number(/^Save (\d+)$/.exec(answers[key] ?? '')?.[1] ?? 0));
    const least = Math.min(...found);
    const most = Math.max(...found);
    return [
      ...(least === most ? [] : [`${this.#owner}: half a save is there (${found.join(', ')}).`]),
      ...(least >= this.#acknowledged
        ? []
        : [`${this.#owner}: save ${this.#acknowledged} was acknowledged, ${least} is there.`]),
      ...(most <= this.#tried ? [] : [`${this.#owner}: save ${most} was never made.`]),
    ];
  }
}
