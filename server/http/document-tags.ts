import { tagOf } from '#contract/document-tags.ts';
import type { AcceptedPlaces } from '#server/domain/documents/places.ts';
import { tagsIn } from './entity-tags.ts';

interface Conditions {
  readonly 'if-match'?: string | undefined;
  readonly 'if-none-match'?: '*' | undefined;
}

/** Reads If-Match: the places that it names; `undefined` for any. Anything that is not a tag matches nothing. */
export function placesIn(ifMatch: string | undefined): readonly string[] | undefined {
  return tagsIn(ifMatch)?.map((tag) => /^"(.+)"$/.exec(tag)?.[1] ?? '');
}

/** Reads If-Match and If-None-Match. Nothing satisfies both. */
export function acceptedPlaces({
  'if-match': ifMatch,
  'if-none-match': ifNoneMatch,
}: Conditions): AcceptedPlaces {
  const places = placesIn(ifMatch);
  if (ifNoneMatch === undefined) return places;
  return places === undefined ? [null] : [];
}

/** The header of a response about a question's document. */
export function tagHeader(place: string | undefined) {
  return place === undefined ? {} : { etag: tagOf(place) };
}

/** Lists the tags of all documents, by question. */
export function tagList(places: Readonly<Record<string, string>>): string {
  return Object.entries(places)
    .map(([key, place]) => `${key}=${tagOf(place)}`)
    .join(', ');
}
