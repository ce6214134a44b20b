import * as z from 'zod/mini';
import { PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS } from '#limits.ts';

/** The checklist of specification §5, in its order. The card shows it live, and the server enforces it. */
export const passwordRules: readonly {
  readonly message: string;
  readonly holds: (password: string) => boolean;
}[] = [
  {
    message: `is at least ${PASSWORD_MIN_CHARS} characters`,
    holds: (password) => [...password].length >= PASSWORD_MIN_CHARS,
  },
  { message: 'contains at least one uppercase letter', holds: (password) => /\p{Lu}/u.test(password) },
  { message: 'contains at least one lowercase letter', holds: (password) => /\p{Ll}/u.test(password) },
  { message: 'contains at least one number', holds: (password) => /\p{Nd}/u.test(password) },
  {
    message: 'contains at least one special character',
    holds: (password) => /[^\p{L}\p{N}\s]/u.test(password),
  },
  {
    message: 'contains no leading or trailing whitespace',
    holds: (password) => password === password.trim(),
  },
];

export const PASSWORD_REQUIRED = 'Password is required.';
export const PASSWORDS_MUST_MATCH = 'passwords must match';

/** Refuses unpaired surrogates: different ones have the same hash. A NUL is harmless, since it is not stored. */
const isUnambiguous = (password: string) => !/\p{Surrogate}/u.test(password);

/** A new password, at sign-up and reset: every rule of the checklist. Long ones are refused, not cut. */
export const newPassword = z.string(PASSWORD_REQUIRED).check(
  z.maxLength(PASSWORD_MAX_CHARS, {
    error: `Password is at most ${PASSWORD_MAX_CHARS} characters.`,
    abort: true,
  }),
  ...passwordRules.map(({ message, holds }) => z.refine<string>(holds, message)),
  z.refine<string>(isUnambiguous, 'contains a character that cannot be saved'),
);
