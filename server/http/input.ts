import * as z from 'zod/mini';
import { InvalidError, NotFoundError } from '#server/domain/ground/errors.ts';
import { errorsByKey, sentenceOf } from './field-errors.ts';

/** Room for two of the longest passwords with every letter escaped. It is for callers without a session, and for calls that need no body. */
export const PUBLIC_BODY_MAX_BYTES = 8192;

/** @throws {InvalidError} with a sentence for each part that does not fit */
export function parse(schema: z.ZodMiniType | undefined, value: unknown): unknown {
  if (schema === undefined) return undefined;
  const result = z.safeParse(schema, value, { error: sentenceOf });
  if (!result.success) throw new InvalidError(errorsByKey(result.error.issues));
  return result.data;
}

/** Parses an address, where a malformed one gets the same answer as a wrong one. */
export function parseOr404(schema: z.ZodMiniType | undefined, value: unknown): unknown {
  if (schema === undefined) return undefined;
  const result = z.safeParse(schema, value);
  if (!result.success) throw new NotFoundError();
  return result.data;
}
