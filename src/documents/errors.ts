import { NetworkError, ServerError, UnauthorizedError } from '#api/errors.ts';

/** The server could not make a PDF of the file, and says what the applicant can do. */
export class ConversionFailedError extends Error {
  override readonly name = 'ConversionFailedError';
}

/** Storage could not be reached, though the server could. */
export class StorageUnreachableError extends Error {
  override readonly name = 'StorageUnreachableError';
}

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;
/** Longer than this nobody waits without being told. */
const LONGEST_ASKED_MS = 60_000;
/** How often storage or something on the way may fail, though there is a network, before the applicant is told. */
const TRIES = 3;

/**
 * How long to wait before a file is sent again by itself.
 *
 * @param failures tries in a row that have failed, this one included
 * @returns `undefined` where trying again is for the applicant to decide
 */
export function waitAfter(error: unknown, failures: number): number | undefined {
  const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1)) * (0.75 + Math.random() / 2);
  if (error instanceof NetworkError) return wait;
  if (failures >= TRIES) return undefined;
  if (error instanceof StorageUnreachableError) return wait;
  if (!(error instanceof ServerError) || error instanceof UnauthorizedError) return undefined;
  if (error.isSpoken && error.status !== 429 && error.status !== 503) return undefined;
  const asked = error.retryAfterMs ?? wait;
  return asked <= LONGEST_ASKED_MS ? Math.max(asked, wait) : undefined;
}
