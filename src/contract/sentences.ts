// Sentences that client and server share, from the specification (§4, §8).

/** For errors without a better message. */
export const UNEXPECTED = "We've encountered an unexpected error at this time. Please try again later.";

/** Returns the message of a server, or our own sentence if there is none: a blank message says nothing. */
export function sentenceIn(message: string | null | undefined, own = UNEXPECTED): string {
  return isSaid(message) ? message : own;
}

/** Whether a text has anything to read. */
export function isSaid(text: unknown): text is string {
  return typeof text === 'string' && /[^\s\p{C}]/u.test(text);
}

/** For a missing or expired session. */
export const SESSION_INVALID = 'Your session is invalid. Please clear your cookies and login again.';
export const SUBMITTED = 'Your application was successfully submitted.';
