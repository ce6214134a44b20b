const KEY_BYTES = 32;

/**
 * Reads the key for the account's records on its applicant's devices.
 *
 * @param headers of a profile
 * @returns 32 bytes; `undefined` where the server gives no such key
 */
export function deviceKeyIn(headers: Headers): Uint8Array | undefined {
  const text = headers.get('device-key') ?? '';
  try {
    const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return bytes.length === KEY_BYTES
      ? Uint8Array.from(bytes, (character) => character.codePointAt(0) ?? 0)
      : undefined;
  } catch {
    return undefined;
  }
}
