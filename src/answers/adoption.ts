import { EMPTY_ANSWER } from '#form/condition.ts';

/** The effect of merging an anonymous draft into an account. */
interface Adoption {
  /** Draft answers for which the account is blank. */
  readonly fills: ReadonlyMap<string, string>;
  /** Draft answers that differ from the account. The applicant is asked about each. */
  readonly differing: ReadonlyMap<string, string>;
}

/**
 * Compares an anonymous draft with an account's answers, key by key. A blank in the account is filled from the draft;
 * a blank in the draft changes nothing.
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
