import { madeTag } from '#contract/versions.ts';

/** Longer than any list of tags that our pages or a partner's program sends. */
const MAX_CHARS = 200;

/**
 * Reads If-Match (RFC 9110, section 13.1.1): the tags that it names, as the server has made them; `undefined` for any.
 * Too long a list names none.
 */
export function tagsIn(ifMatch: string | undefined): readonly string[] | undefined {
  if (ifMatch === undefined) return undefined;
  if (ifMatch.length > MAX_CHARS) return [];
  if (ifMatch.trim() === '*') return undefined;
  // A comma within a tag does no harm: our tags have none, and no part of another one looks like ours.
  return ifMatch.split(',').map(madeTag);
}
