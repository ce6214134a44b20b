/** Set-up cannot continue. The message is one sentence that tells the operator what to do. */
export class SetUpError extends Error {}

/**
 * Returns what the function returns. If it throws a `SetUpError`, prints the sentence and ends the process with code 1.
 *
 * @template T
 * @param {() => T} step
 * @returns {T}
 */
export function orSentence(step) {
  try {
    return step();
  } catch (error) {
    if (!(error instanceof SetUpError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
