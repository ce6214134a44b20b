import * as z from 'zod/mini';
import { EMAIL_MAX_CHARS } from '#limits.ts';

/**
 * An email address of the standard pattern, trimmed.
 *
 * @param message the error, which differs between the cards
 */
export function emailAddress(message: string) {
  return z
    .string(message)
    .check(z.trim(), z.maxLength(EMAIL_MAX_CHARS, message), z.regex(z.regexes.email, message));
}

/** The address for sign-up, confirm, forgot and reset; login has its own message (specification §5). */
export const username = emailAddress('Your email address must be valid.');
