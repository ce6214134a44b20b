import { backOff } from '#api/back-off.ts';
import { ServerError } from '#api/errors.ts';
import { isBusy, isCutOff } from '#api/refusals.ts';
import { fullLabelOf } from '#form/stored-keys.ts';

/** The server could not make a PDF of the file. The message says what the applicant can do. */
export class ConversionFailedError extends Error {
  override readonly name = 'ConversionFailedError';
}

/** The result of a conversion is unknown; the file may well be attached. */
export class ConversionUnknownError extends Error {
  override readonly name = 'ConversionUnknownError';
  override readonly message =
    'We could not learn whether your file is attached. Please come back later to see, or choose it again.';
}

/** Storage could not be reached, although the server could. */
export class StorageUnreachableError extends Error {
  override readonly name = 'StorageUnreachableError';
  override readonly message =
    'We could not reach the place where files are kept. Your file is still on this device: please try again later, or on another network.';
}

/** Says that a file could not be deleted, and of which question. */
export function notDeletedText(key: string): string {
  return `Error deleting file for ${fullLabelOf(key)}. Please try again.`;
}

const FIRST_WAIT_MS = 1000;
/** If the server asks for a longer wait, the applicant is told instead. */
const LONGEST_ASKED_MS = 60_000;
/** The applicant is told after this many failures in a row that are not caused by a missing network. */
const TRIES = 3;
/** More for storage, about six minutes in all: the longest request of all is the likeliest to meet a gap in the network. */
const STORAGE_TRIES = 16;

/**
 * Returns how long to wait before a file is sent again automatically.
 *
 * @param failures attempts that failed in this way, this one included
 * @returns milliseconds; `undefined` if the applicant must decide whether to try again
 */
export function waitAfter(error: unknown, failures: number): number | undefined {
  const wait = backOff(error, failures, FIRST_WAIT_MS);
  if (isCutOff(error)) return wait;
  if (error instanceof StorageUnreachableError) return failures < STORAGE_TRIES ? wait : undefined;
  if (failures >= TRIES) return undefined;
  if (!(error instanceof ServerError) || !isBusy(error)) return undefined;
  return (error.retryAfterMs ?? 0) <= LONGEST_ASKED_MS ? wait : undefined;
}
