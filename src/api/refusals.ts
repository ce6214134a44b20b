// The meanings of refusals' status codes.
import { SESSION_INVALID } from '#contract/sentences.ts';
import { NetworkError, ServerError, UnauthorizedError } from './errors.ts';
import { NotJsonError } from './fetch-json.ts';

/** At a login: the password belongs to a sign-up whose code was not entered. The server says so. */
export class UnconfirmedError extends ServerError {
  override readonly name = 'UnconfirmedError';
}

/**
 * The session is not that of the applicant on this page: somebody else has logged in since. Their session goes on, so its
 * marker stays.
 */
export class AnotherAccountError extends UnauthorizedError {}

/** Our server refused this call for good: repeating it would fail again. */
export function isFinal(error: unknown): error is ServerError {
  if (!isSpoken(error) || [401, 408, 425, 429].includes(error.status)) return false;
  return error.status >= 400 && error.status < 500;
}

/** Our server's: the application is already submitted, here or on another device, and cannot change any more. */
export const isAlreadySubmitted = isSpokenAs(409);

/** Over a version (`If-Match`): the account has another one. Nothing was saved. */
export const isOutdated = isSpokenAs(412);

/** At a login: for a reason that only the server knows. Perhaps the code was not entered yet. */
export function isForbidden(error: unknown): boolean {
  return error instanceof ServerError && error.status === 403;
}

/** The refusal is about the value itself, and lasts until the value changes: submitted, too long, impossible. */
export const isLasting = isSpokenAs(409, 413, 422);

export const isGone = isSpokenAs(404);

/** The link is used up, has expired, or never existed. */
export const isDeadLink = isSpokenAs(401, 403, 404);

/** The server, or a proxy in front of it, cannot accept the call now. */
export function isBusy(error: unknown): error is ServerError {
  return error instanceof ServerError && (!error.isSpoken || [429, 503].includes(error.status));
}

/** No usable server for now: no network, a server error, or a portal in between. */
export function isOutOfReach(error: unknown): boolean {
  if (error instanceof NetworkError || isBusy(error)) return true;
  return error instanceof ServerError && error.status >= 500;
}

/** Neither our server nor a proxy in front of it answered: no network, or a portal that asks for a login of its own. */
export function isCutOff(error: unknown): boolean {
  if (error instanceof NetworkError || error instanceof NotJsonError) return true;
  return error instanceof ServerError && !error.isSpoken && error.status === 511;
}

/** The error to throw when a server that does not know the header returns another account. */
export function anotherAccount(): AnotherAccountError {
  return new AnotherAccountError(401, SESSION_INVALID);
}

/** Our server answered, and not a proxy or portal on the way to it. */
export function isSpoken(error: unknown): error is ServerError {
  return error instanceof ServerError && error.isSpoken;
}

function isSpokenAs(...statuses: readonly number[]) {
  return (error: unknown): boolean => isSpoken(error) && statuses.includes(error.status);
}
