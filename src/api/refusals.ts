import { SESSION_INVALID } from '#contract/sentences.ts';
import { NetworkError, ServerError, UnauthorizedError } from './errors.ts';

/** What a refusal means. Nobody else knows status codes. */

/** Our server has said no to this very call, so that asking the same again could never help. */
export function isFinal(error: unknown): error is ServerError {
  return (
    isSpoken(error) &&
    error.status >= 400 &&
    error.status < 500 &&
    ![401, 408, 425, 429].includes(error.status)
  );
}

/** Our server has refused the call before it did anything: nobody is logged in, or too many have asked. */
export function isUntouched(error: unknown): boolean {
  return isSpoken(error) && [401, 429].includes(error.status);
}

/** The application has been handed in, here or on another device, and takes no changes any more. */
export function isAlreadySubmitted(error: unknown): boolean {
  return isSpoken(error) && error.status === 409;
}

/** The refusal is about the value itself, so that it stays refused until it is changed: submitted, too long, impossible. */
export function isLasting(error: unknown): boolean {
  return isSpoken(error) && [409, 413, 422].includes(error.status);
}

/** What was asked for does not exist (any more). */
export function isGone(error: unknown): boolean {
  return isSpoken(error) && error.status === 404;
}

/** A link that is used up, has expired, or never was one. */
export function isDeadLink(error: unknown): boolean {
  return isSpoken(error) && [401, 403, 404].includes(error.status);
}

/** The server, or something before it, cannot take the call just now. */
export function isBusy(error: unknown): boolean {
  return error instanceof ServerError && (!error.isSpoken || [429, 503].includes(error.status));
}

/** Nobody can be asked for now: no network, a server in trouble, or a portal in between. */
export function isOutOfReach(error: unknown): boolean {
  if (error instanceof NetworkError || isBusy(error)) return true;
  return error instanceof ServerError && error.status >= 500;
}

/** What to throw where the session has ended though no call said so. */
export function sessionEnded(): UnauthorizedError {
  return new UnauthorizedError(401, SESSION_INVALID);
}

function isSpoken(error: unknown): error is ServerError {
  return error instanceof ServerError && error.isSpoken;
}
