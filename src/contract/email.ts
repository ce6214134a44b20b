import * as z from 'zod/mini';
import { EMAIL_PATTERN, plainAddress } from '#form/email-address.ts';
import { EMAIL_MAX_CHARS, PASTED_MAX_CHARS } from '#limits.ts';

/**
 * An email address of the standard pattern, as `plainAddress` reads it.
 *
 * @param message the error, which differs between the cards
 */
export function emailAddress(message: string) {
  return z
    .string(message)
    .check(
      z.maxLength(PASTED_MAX_CHARS, { error: message, abort: true }),
      z.overwrite(plainAddress),
      z.maxLength(EMAIL_MAX_CHARS, { error: message, abort: true }),
      z.regex(EMAIL_PATTERN, message),
    );
}

/** The address for sign-up, confirm, forgot and reset; login has its own message (specification §5). */
export const username = emailAddress('Your email address must be valid.');
