/** Which of two answers is kept: this device's or the account's. */
export type Side = 'mine' | 'theirs';

/** An answer that differs between this device and the account. The applicant chooses one. */
export interface Conflict {
  readonly key: string;
  /** On this device. */
  readonly mine: string;
  /** In the account, where another device has put it. */
  readonly theirs: string;
}

/** An anonymous draft on this device that was meant for another account than the one that has logged in. */
export interface ForeignDraft {
  readonly answers: ReadonlyMap<string, string>;
}
