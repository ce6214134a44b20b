import { DatabaseDownError, StartError } from '../errors.ts';

/**
 * The first that is asked of the database.
 *
 * @param url the operator's database, `undefined` for the private one
 * @throws {DatabaseDownError} for whatever the operator's database answers instead: they can mend it, we cannot
 */
export async function firstUse<T>(url: string | undefined, use: () => Promise<T>): Promise<T> {
  try {
    return await use();
  } catch (error) {
    if (url === undefined || error instanceof StartError) throw error;
    throw new DatabaseDownError(`The database at DATABASE_URL cannot be used: ${reasonOf(error)}.`);
  }
}

/** Several addresses of one host fail with a code and no words. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  if (error.message === '') return code;
  return error.message.includes(code) ? error.message : `${error.message} (${code})`;
}
