import * as z from 'zod/mini';
import { PASTED_MAX_CHARS } from '#limits.ts';
import { withoutUnseen } from '#plain-text.ts';

/** Ours have 43. Another server may issue a signed token. */
const MAX_CHARS = 1000;

/** Matches up to the last character that cannot be punctuation or a quote after a link. */
const UP_TO_END = /^.*[^\s.,;:!?)>\]}'"’”»]/su;

/** The secret in a link, as it was issued: mail programs wrap and encode links, and copies bring punctuation. */
export function secretInLink(text: string): string {
  return UP_TO_END.exec(withoutUnseen(decodedOnce(text)).replace(/\s+/gu, ''))?.[0] ?? '';
}

/** The value of a parameter that was encoded once more on its way. No value of ours has a percent sign. */
export function decodedOnce(text: string): string {
  if (!/%[0-9a-f]{2}/i.test(text)) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Reads a parameter of a link, also of one whose "&" was written as in HTML. */
export function linkParameter(query: URLSearchParams, name: string): string | null {
  return query.get(name) ?? query.get(`amp;${name}`);
}

export const linkSecret = z
  .string()
  .check(
    z.maxLength(PASTED_MAX_CHARS, { abort: true }),
    z.overwrite(secretInLink),
    z.minLength(1),
    z.maxLength(MAX_CHARS),
  );
