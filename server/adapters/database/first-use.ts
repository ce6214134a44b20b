import { DatabaseDownError, StartError } from '../errors.ts';

/**
 * Runs the first query of a start.
 *
 * @param url the operator's database, `undefined` for the private one
 * @throws {DatabaseDownError} for every error of the operator's database, because the operator can repair it and we
 * cannot
 */
export async function firstUse<T>(url: string | undefined, use: () => Promise<T>): Promise<T> {
  try {
    return await use();
  } catch (error) {
    if (url === undefined || error instanceof StartError) throw error;
    throw new DatabaseDownError(`The database at DATABASE_URL cannot be used: ${reasonOf(error)}.`);
  }
}

/** If a host has several addresses, the error of a failed connection has a code but no message. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  if (error.message === '') return code;
  return error.message.includes(code) ? error.message : `${error.message} (${code})`;
}
