/** Answers that one save changes together, so that half of a save would show. */
export const LEDGER_KEYS = [
  'first_name',
  'middle_name',
  'last_name',
  'address_line_1',
  'address_line_2',
  'employ_experience',
] as const;

/**
 * What one applicant tried to save and what was acknowledged. Saves are numbered; all keys of a save carry
 * its number, so the end tells both whether the last acknowledged one is there and whether it is whole.
 */
export class Ledger {
  readonly #owner: string;
  #tried = 0;
  #acknowledged = 0;
  numAcknowledged = 0;

  constructor(owner: string) {
    this.#owner = owner;
  }

  /** The next save: its number, and what to send. */
  next(): { readonly number: number; readonly answers: Readonly<Record<string, string>> } {
    this.#tried += 1;
    const number = this.#tried;
    return { number, answers: Object.fromEntries(LEDGER_KEYS.map((key) => [key, `Save ${number}`])) };
  }

  acknowledge(number: number): void {
    this.#acknowledged = Math.max(this.#acknowledged, number);
    this.numAcknowledged += 1;
  }

  /** What is wrong with the answers as they are now; nothing when all is well. */
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
