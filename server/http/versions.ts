import type { AcceptedVersions } from '#server/domain/application/accepted-versions.ts';
import type { Written } from '#server/domain/application/application-rows.ts';
import { tagsIn } from './entity-tags.ts';

/** The largest integer of PostgreSQL, which refuses statements with a larger one. */
const VERSION_MAX = 2_147_483_647;
/** A strong entity tag as `etagOf` makes it. */
const OUR_TAG = /^"(0|[1-9]\d{0,9})"$/;

/** Returns the strong entity tag of a version. */
export function etagOf(version: number): string {
  return `"${version}"`;
}

interface GivenVersion {
  readonly headers: { readonly 'if-match'?: string | undefined };
  setHeaders(headers: { readonly etag: string }): void;
}

/** Writes if the caller accepts the present version, and returns the new one. */
export async function writeOver<T>(
  { headers, setHeaders }: GivenVersion,
  write: (accepted: AcceptedVersions) => Promise<Written<T>>,
): Promise<T> {
  const { answer, version } = await write(acceptedVersions(headers['if-match']));
  setHeaders({ etag: etagOf(version) });
  return answer;
}

/**
 * Reads If-Match. Tags that are not ours, and anything that is not a tag, match nothing. A weak tag or one with an
 * encoding is ours: a proxy that compresses has changed it, and the answers are the same.
 */
export function acceptedVersions(ifMatch: string | undefined): AcceptedVersions {
  return tagsIn(ifMatch)?.flatMap((tag) => {
    const version = Number(OUR_TAG.exec(tag)?.[1]);
    return version <= VERSION_MAX ? [version] : [];
  });
}
