/** Which of two answers is kept: this device's or the account's. */
export type Side = 'mine' | 'theirs';

/** An answer that differs between this device and the account. The applicant chooses one. */
export interface Conflict {
  readonly key: string;
  /** This device's answer. */
  readonly mine: string;
  /** The account's answer, changed by another device. */
  readonly theirs: string;
}

/** An anonymous draft on this device that belongs to another account than the one logged in. */
export interface ForeignDraft {
  readonly answers: ReadonlyMap<string, string>;
}
