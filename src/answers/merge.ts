import { EMPTY_ANSWER, type Answers } from '#form/condition.ts';
import type { DraftAnswer } from './records.ts';

/** One answer that this device and the account hold differently; the applicant chooses. */
export interface Conflict {
  readonly key: string;
  readonly mine: string;
  readonly theirs: string;
}

export interface Merged {
  readonly answers: Answers;
  /** What is still to be sent, each with the server's value as its new base. */
  readonly pending: ReadonlyMap<string, DraftAnswer>;
  readonly conflicts: readonly Conflict[];
}

/**
 * Brings what waits on this device together with what the account has. Untouched keys take the server's
 * value; a change made on what the server still has stays; where both changed, the applicant is asked, and the
 * device's value is shown meanwhile but not sent.
 *
 * @param pending changes not yet acknowledged, with the value each was based on
 */
export function mergeAnswers(pending: ReadonlyMap<string, DraftAnswer>, server: Answers): Merged {
  const answers: Record<string, string> = {};
  for (const [key, value] of Object.entries(server)) answers[key] = value ?? EMPTY_ANSWER;
  const stillPending = new Map<string, DraftAnswer>();
  const conflicts: Conflict[] = [];
  for (const [key, draft] of pending) {
    const theirs = server[key] ?? EMPTY_ANSWER;
    if (draft.value === theirs) continue;
    answers[key] = draft.value;
    stillPending.set(key, { ...draft, base: theirs });
    const isUntouched = theirs === (draft.base ?? EMPTY_ANSWER);
    if (!isUntouched && theirs !== EMPTY_ANSWER) conflicts.push({ key, mine: draft.value, theirs });
  }
  return { answers, pending: stillPending, conflicts };
}

/**
 * Brings an anonymous draft into an account: an empty side takes the other's answer, differing ones are asked
 * about. A blank of the draft never clears an answer of the account.
 */
export function adoptAnonymous(
  draft: ReadonlyMap<string, DraftAnswer>,
  server: Answers,
): ReadonlyMap<string, DraftAnswer> {
  return new Map(
    [...draft]
      .filter(([key, { value }]) => value !== EMPTY_ANSWER && value !== (server[key] ?? EMPTY_ANSWER))
      .map(([key, answer]) => [key, { ...answer, base: EMPTY_ANSWER }]),
  );
}
