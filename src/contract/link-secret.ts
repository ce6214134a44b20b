import * as z from 'zod/mini';
import { withoutUnseen } from '#plain-text.ts';

const MAX_CHARS = 200;

/** Up to the last sign that no sentence and no quoting puts behind a link. */
const UP_TO_END = /^.*[^\s.,;:!?)>\]}'"’”»]/su;

/** The secret in a link, as it was issued: copying a link brings signs along that stood behind it. */
export function secretInLink(text: string): string {
  return UP_TO_END.exec(withoutUnseen(text))?.[0] ?? '';
}

export const linkSecret = z.string().check(z.overwrite(secretInLink), z.minLength(1), z.maxLength(MAX_CHARS));
