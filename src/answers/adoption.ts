import { EMPTY_ANSWER } from '#form/condition.ts';

/** What a draft made without an account brings into one. */
export interface Adoption {
  /** Answers that the account has blank. */
  readonly fills: ReadonlyMap<string, string>;
  /** Answers that differ: the draft's. The applicant is asked about each. */
  readonly differing: ReadonlyMap<string, string>;
}

/**
 * Compares an anonymous draft with an account's answers, key by key: an empty side takes the other's answer,
 * differing ones are asked about. A blank of the draft never clears an answer of the account.
 */
export function adoptionOf(draft: ReadonlyMap<string, string>, ofAccount: (key: string) => string): Adoption {
  const fills = new Map<string, string>();
  const differing = new Map<string, string>();
  for (const [key, value] of draft) {
    const theirs = ofAccount(key);
    if (value === EMPTY_ANSWER || value === theirs) continue;
    if (theirs === EMPTY_ANSWER) fills.set(key, value);
    else differing.set(key, value);
  }
  return { fills, differing };
}
