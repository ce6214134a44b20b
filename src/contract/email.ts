import * as z from 'zod/mini';
import { EMAIL_MAX_CHARS } from '#limits.ts';

/** An e-mail address of the standard pattern, surrounding blanks dropped; `message` is the card's own. */
export function emailAddress(message: string) {
  return z
    .string(message)
    .check(z.trim(), z.maxLength(EMAIL_MAX_CHARS, message), z.regex(z.regexes.email, message));
}

/** Sign-up, confirm, forgot and reset say this; login has a sentence of its own (specification §5). */
export const username = emailAddress('Your email address must be valid.');
