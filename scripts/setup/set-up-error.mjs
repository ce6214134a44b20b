/** Set-up cannot continue. The message is one sentence that tells the operator what to do. */
export class SetUpError extends Error {}
