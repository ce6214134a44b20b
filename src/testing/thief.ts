// Independent of `device/`: what somebody can read who has the browser's profile and every key in it.
import { entries, createStore } from 'idb-keyval';

/**
 * Tries every key in IndexedDB on every record of IndexedDB and local storage.
 *
 * @param local the contents of local storage
 * @returns all decrypted contents, each with the name of its record
 */
export async function stolen(local: ReadonlyMap<string, string> = new Map()): Promise<string> {
  const records = await entries<string, unknown>(createStore('application', 'records'));
  const keys = (await Promise.all(records.map(([, value]) => keysIn(value)))).flat();
  const opened: string[] = [];
  for (const key of keys) {
    for (const [name, value] of records) opened.push(await openedBy(key, name, value));
    for (const [name, text] of local) opened.push(await spokenTo(key, name, JSON.parse(text)));
  }
  return opened.filter((text) => text !== '').join('\n');
}

/** Every key in a value, and everything that might be the bytes of one. */
async function keysIn(value: unknown): Promise<CryptoKey[]> {
  if (value instanceof CryptoKey) return [value];
  if (value instanceof Uint8Array && value.length === 32) {
    return [
      await crypto.subtle.importKey('raw', new Uint8Array(value), 'AES-GCM', false, ['encrypt', 'decrypt']),
    ];
  }
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return [];
  return (await Promise.all(Object.values(value).map(keysIn))).flat();
}

async function openedBy(key: CryptoKey, name: string, value: unknown): Promise<string> {
  const { stamp, iv, text } = value as { stamp: string; iv: Uint8Array<ArrayBuffer>; text: ArrayBuffer };
  const additionalData = new TextEncoder().encode(`${name}\n${stamp}`);
  const plain = await crypto.subtle
    .decrypt({ name: 'AES-GCM', iv, additionalData }, key, text)
    .catch(() => undefined);
  return plain === undefined ? '' : `${name}: ${new TextDecoder().decode(plain)}`;
}

/** Decrypts what an ending page has left in local storage. */
async function spokenTo(key: CryptoKey, name: string, entry: unknown): Promise<string> {
  if (typeof entry !== 'object') return '';
  const { iv, from, text } = entry as { iv: string; from: number; text: string };
  const sealed = Uint8Array.from(atob(text), (character) => character.codePointAt(0)!);
  const start = Uint8Array.from(atob(iv), (character) => character.codePointAt(0)!);
  const zeros = new Uint8Array(from + sealed.length);
  const stream = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv: start }, key, zeros));
  const plain = new TextDecoder().decode(sealed.map((byte, index) => byte ^ stream[from + index]!));
  return plain.startsWith('[[') ? `${name}: ${plain}` : '';
}
