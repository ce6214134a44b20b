import * as z from 'zod/mini';

/** Refuses texts that the database cannot return unchanged: PostgreSQL stores no NUL and no unpaired surrogate. */
export function isKeepable(value: string): boolean {
  return !value.includes('\u0000') && isWellFormed(value);
}

/** `String.isWellFormed` of later browsers. */
export function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

/** Add this check to every text that is stored in the database as sent. */
export const keepable = z.refine<string>(isKeepable, 'This contains a character that cannot be saved.');
