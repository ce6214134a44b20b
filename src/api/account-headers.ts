// What requests and responses say of an account in their headers.
import { madeTag } from '#contract/versions.ts';
import { fromBase64 } from '#device/base64.ts';

const KEY_BYTES = 32;

/** The account's revision, also where a proxy has changed it. */
export function revisionIn(headers: Headers): string | undefined {
  const tag = headers.get('etag');
  return tag === null ? undefined : madeTag(tag);
}

/** Makes a request count over this revision alone, where the server has revisions. */
export function over(revision: string | undefined) {
  return revision === undefined ? {} : { headers: { 'if-match': revision } };
}

/** The key for the account's records on this device: 32 bytes. Some servers give none. */
export function deviceKeyIn(headers: Headers): Uint8Array | undefined {
  const text = headers.get('device-key') ?? '';
  try {
    const bytes = fromBase64(text.replaceAll('-', '+').replaceAll('_', '/'));
    return bytes.length === KEY_BYTES ? bytes : undefined;
  } catch {
    return undefined;
  }
}
