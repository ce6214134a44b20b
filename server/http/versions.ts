import type { AcceptedRevisions } from '#server/domain/revisions.ts';

/** The largest integer of PostgreSQL, which refuses statements with a larger one. */
const REVISION_MAX = 2_147_483_647;
/** A strong entity tag as `etagOf` makes it. */
const OUR_TAG = /^"(0|[1-9]\d{0,9})"$/;

/** Returns the strong entity tag of a revision. */
export function etagOf(revision: number): string {
  return `"${revision}"`;
}

/**
 * Reads If-Match (RFC 9110, section 13.1.1) with its strong comparison: weak tags, tags that are not ours, and what is
 * no tag at all match nothing.
 */
export function acceptedRevisions(ifMatch: string | undefined): AcceptedRevisions {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined;
  // A comma within a tag does no harm: our tags have none, and no part of another one looks like ours.
  return ifMatch.split(',').flatMap((tag) => {
    const revision = Number(OUR_TAG.exec(tag.trim())?.[1]);
    return revision <= REVISION_MAX ? [revision] : [];
  });
}
