import { backOff } from '#api/back-off.ts';
import { NetworkError, ServerError } from '#api/errors.ts';
import { isBusy } from '#api/refusals.ts';

/** The server could not make a PDF of the file, and says what the applicant can do. */
export class ConversionFailedError extends Error {
  override readonly name = 'ConversionFailedError';
}

/** Nobody says what became of a conversion; it may well be attached. */
export class ConversionUnknownError extends Error {
  override readonly name = 'ConversionUnknownError';
  override readonly message =
    'We could not learn whether your file is attached. Please come back later to see, or choose it again.';
}

/** Storage could not be reached, though the server could. */
export class StorageUnreachableError extends Error {
  override readonly name = 'StorageUnreachableError';
}

const FIRST_WAIT_MS = 1000;
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
  // A part of it by chance, so that a thousand files do not come back in the same second.
  const wait = backOff(error, failures, FIRST_WAIT_MS) * (1 + Math.random() / 2);
  if (error instanceof NetworkError) return wait;
  if (failures >= TRIES) return undefined;
  if (error instanceof StorageUnreachableError) return wait;
  if (!(error instanceof ServerError) || !isBusy(error)) return undefined;
  return (error.retryAfterMs ?? 0) <= LONGEST_ASKED_MS ? wait : undefined;
}
