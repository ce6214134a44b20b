import * as z from 'zod/mini';
import type { Refusal } from './define-call.ts';

/**
 * The version of an application's answers. Each application starts at a different number. Every changed answer changes
 * it, including the date of the submission, and so does every save that names a version, even with equal answers.
 * Status, last page, lists, tabs and documents do not change it.
 */
export const answersVersion = z.object({ etag: z.string().check(z.regex(/^"\d+"$/)) });

/** The encodings that proxies name in the tag of what they compress: Apache and Caddy `"7-gzip"`, Jetty `"7--gzip"`. */
const CHANGED = /^(?:W\/)?"([^"]*?)(?:--?(?:gzip|br|zstd|deflate))*"$/i;

/**
 * Returns the entity tag that a server has made, where a proxy has changed it on the way: `"7"` for `W/"7"`, `"7-gzip"`,
 * `"7-br"` and so on. What is no tag stays as it is.
 */
export function madeTag(tag: string): string {
  return tag.trim().replace(CHANGED, '"$1"');
}

/**
 * The versions over which a call may act: entity tags or `*` (RFC 9110, section 13.1.1). Without it, any. A tag that a
 * proxy has changed counts as the one that the server has made.
 */
export const overVersions = z.object({ 'if-match': z.optional(z.string()) });

/** What a call with `overVersions` answers over another version. */
export const versionRefusals: Readonly<Record<number, Refusal>> = {
  412: {
    description: 'The answers are of another version, which `etag` names. Nothing was changed.',
    headers: answersVersion,
  },
};
