import * as z from 'zod/mini';
import { submittedRefusal, type Refusal } from './define-call.ts';

/**
 * The version of an application. Each application starts at a different number. Every write of the applicant changes
 * it, even one with equal values, except a save of answers that changes none and names no version. So do the mark of a
 * document, and its deletion. A submission may also name the version before a run of calls that named none.
 */
export const answersVersion = z.object({ etag: z.string().check(z.regex(/^"\d+"$/)) });

const TAG = /^(?:W\/)?"([^"]*)"$/i;
/** What proxies add to the tag of what they compress: Apache and Caddy `"7-gzip"`, Jetty `"7--gzip"`. */
const ENCODING = /--?(?:gzip|br|zstd|deflate)$/i;
const ENCODING_MAX_CHARS = '--deflate'.length;

/**
 * Returns the entity tag that a server has made, even if a proxy has changed it on the way: `"7"` for `W/"7"`,
 * `"7-gzip"`, `"7-br"` and so on. Anything that is not a tag stays as it is.
 */
export function madeTag(tag: string): string {
  const given = tag.trim();
  let made = TAG.exec(given)?.[1];
  if (made === undefined) return given;
  for (;;) {
    // Only the end is read each time, so the time grows with the length of the tag and no faster.
    const added = ENCODING.exec(made.slice(-ENCODING_MAX_CHARS))?.[0];
    if (added === undefined) return `"${made}"`;
    made = made.slice(0, -added.length);
  }
}

/**
 * The versions over which a call may act: entity tags or `*` (RFC 9110, section 13.1.1). Without it, any. A tag that a
 * proxy has changed counts as the one that the server has made.
 */
const overVersions = z.object({ 'if-match': z.optional(z.string()) });

const versionRefusals: Readonly<Record<number, Refusal>> = {
  ...submittedRefusal,
  412: {
    description: 'The application is of another version, which `etag` names. Nothing was changed.',
    headers: answersVersion,
  },
};

/** What every write of the account has: the version that it expects, and the one that it makes. */
export const writes = {
  headers: overVersions,
  responseHeaders: answersVersion,
  refusals: versionRefusals,
} as const;
