/** The set-up cannot go on; the message is one sentence that says what to do. */
export class SetUpError extends Error {}
