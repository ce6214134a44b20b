// Sentences that client and server share, from the specification (§4, §8).

/** For errors without a better message. */
export const UNEXPECTED = "We've encountered an unexpected error at this time. Please try again later.";
/** For a missing or expired session. */
export const SESSION_INVALID = 'Your session is invalid. Please clear your cookies and login again.';
export const SUBMITTED = 'Your application was successfully submitted.';
