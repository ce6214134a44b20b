// What the specification has the client and the server say alike (§4, §8).

/** When nothing better is known. */
export const UNEXPECTED = "We've encountered an unexpected error at this time. Please try again later.";
/** No session, or one that ended. */
export const SESSION_INVALID = 'Your session is invalid. Please clear your cookies and login again.';
export const SUBMITTED = 'Your application was successfully submitted.';
