import * as z from 'zod/mini';
import { PASTED_MAX_CHARS } from '#limits.ts';
import { withoutUnseen } from '#plain-text.ts';

/** Ours have 43. Another server may issue a signed token. */
const MAX_CHARS = 1000;

/** Matches up to the last character that cannot be punctuation or a quote after a link. */
const UP_TO_END = /^.*[^\s.,;:!?)>\]}'"’”»]/su;

/** The secret in a link, as it was issued. Somebody who copies a link may copy the punctuation after it, too. */
export function secretInLink(text: string): string {
  return UP_TO_END.exec(withoutUnseen(text))?.[0] ?? '';
}

export const linkSecret = z
  .string()
  .check(
    z.maxLength(PASTED_MAX_CHARS, { abort: true }),
    z.overwrite(secretInLink),
    z.minLength(1),
    z.maxLength(MAX_CHARS),
  );
