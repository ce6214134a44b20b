import * as z from 'zod/mini';

/** PostgreSQL keeps no NUL, and half a surrogate pair would not come back as it went in. */
export function isKeepable(value: string): boolean {
  return !value.includes('\u0000') && value.isWellFormed();
}

/** Goes with every text that reaches the database as it was sent. */
export const keepable = z.refine<string>(isKeepable, 'This holds a character that cannot be kept.');
