// The headers about an account in requests and responses.
import type { DocumentAnswer } from '#contract/document-answer.ts';
import { tagOf } from '#contract/document-tags.ts';
import { madeTag } from '#contract/versions.ts';
import { fromBase64 } from '#device/base64.ts';

const KEY_BYTES = 32;

/** A document of the list, and its place if the server has tags. */
export interface ListedDocument extends DocumentAnswer {
  readonly place?: string | undefined;
}

/**
 * The account's version, even if a proxy has changed the tag. A version is a number: any other tag is from a framework,
 * which makes it of the body.
 */
export function versionIn(headers: Headers): string | undefined {
  const tag = madeTag(headers.get('etag') ?? '');
  return /^"\d+"$/.test(tag) ? tag : undefined;
}

/** Makes a request valid only for this version, if the server has versions. */
export function ifMatch(version: string | undefined) {
  return version === undefined ? {} : { headers: { 'if-match': version } };
}

/** Whether the server has tags of documents. Without it, a tag of a document is from a framework, and no place. */
export function namesPlaces(headers: Headers): boolean {
  return headers.has('document-tags');
}

/** Each document with its place, if the server has tags of documents. */
export function withPlaces(documents: Readonly<Record<string, DocumentAnswer>>, headers: Headers) {
  const tags = headers.get('document-tags') ?? '';
  const places = new Map(
    [...tags.matchAll(/([\w-]+)="([^"]+)"/g)].map(([, key = '', place]) => [key, place]),
  );
  const listed = Object.entries(documents).map(([key, document]): [string, ListedDocument] => [
    key,
    { ...document, ...(places.has(key) && { place: places.get(key) }) },
  ]);
  return Object.fromEntries(listed);
}

/** The place in a document's tag. */
export function placeIn(headers: Headers): string | undefined {
  return /^"(.+)"$/.exec(madeTag(headers.get('etag') ?? ''))?.[1];
}

/** Makes a request valid only for the document of this place, if the server has tags. */
export function ofPlace(place: string | undefined) {
  return ifMatch(place === undefined ? undefined : tagOf(place));
}

/** Makes a conversion valid only if it replaces the document of this place, or only if there is none. */
export function inPlaceOf(place: string | undefined) {
  return place === undefined ? { headers: { 'if-none-match': '*' } } : ofPlace(place);
}

/**
 * Names the account that a request means (`contract/account-digest.ts`). Over plain http, browsers make no digest; then
 * the owner is an address, and no proxy must see it.
 */
export function forAccount(owner: string): Readonly<Record<string, string>> {
  return /^[\da-f]{64}$/.test(owner) ? { 'account-digest': owner } : {};
}

/** The key for the account's records on this device: 32 bytes. Some servers send none. */
export function deviceKeyIn(headers: Headers): Uint8Array<ArrayBuffer> | undefined {
  const text = headers.get('device-key') ?? '';
  try {
    const bytes = fromBase64(text.replaceAll('-', '+').replaceAll('_', '/'));
    return bytes.length === KEY_BYTES ? bytes : undefined;
  } catch {
    return undefined;
  }
}
