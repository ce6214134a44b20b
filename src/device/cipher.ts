import type { Stamp } from './stamp.ts';
import { propertiesOf } from './store.ts';

const ALGORITHM = 'AES-GCM';
const IV_BYTES = 12;
const AS_JSON = 0;
const AS_BYTES = 1;

/** Which key a record is sealed with. */
export const BY_DEVICE = 1;
export const BY_ACCOUNT = 2;
type Version = typeof BY_DEVICE | typeof BY_ACCOUNT;

export interface Seal {
  readonly v: Version;
  readonly key: CryptoKey;
}

export interface Sealed {
  readonly v: Version;
  readonly stamp: Stamp;
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly text: ArrayBuffer;
}

export function isSealed(value: unknown): value is Sealed {
  const { v, stamp, iv, text } = propertiesOf(value);
  const isKnown = v === BY_DEVICE || v === BY_ACCOUNT;
  return isKnown && typeof stamp === 'string' && iv instanceof Uint8Array && text instanceof ArrayBuffer;
}

/** Makes a key that cannot be exported. */
export function importKey(bytes: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', bytes, ALGORITHM, false, ['encrypt', 'decrypt']);
}

export function newIv(): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(IV_BYTES));
}

/** Encrypts a value, JSON or bytes. Name and stamp are authenticated, so that records cannot be swapped. */
export async function seal({ v, key }: Seal, name: string, stamp: Stamp, value: unknown): Promise<Sealed> {
  const iv = newIv();
  const isBytes = value instanceof Uint8Array;
  const body = isBytes ? value : new TextEncoder().encode(JSON.stringify(value));
  const plain = new Uint8Array(body.length + 1);
  plain[0] = isBytes ? AS_BYTES : AS_JSON;
  plain.set(body, 1);
  const text = await crypto.subtle.encrypt(parameters(name, stamp, iv), key, plain);
  return { v, stamp, iv, text };
}

/** @throws when the record is damaged, or was sealed with another key or under another name */
export async function unseal(key: CryptoKey, name: string, { stamp, iv, text }: Sealed): Promise<unknown> {
  const plain = new Uint8Array(await crypto.subtle.decrypt(parameters(name, stamp, iv), key, text));
  const body = plain.subarray(1);
  return plain[0] === AS_BYTES ? body.slice() : JSON.parse(new TextDecoder().decode(body));
}

/** Returns the key stream for XOR, always the same for the same `iv`. Use each byte of it for one text only. */
export async function keyStream(key: CryptoKey, iv: Sealed['iv'], numBytes: number): Promise<Uint8Array> {
  const encrypted = await crypto.subtle.encrypt({ name: ALGORITHM, iv }, key, new Uint8Array(numBytes));
  return new Uint8Array(encrypted).subarray(0, numBytes);
}

/** Whether `other` opens what `key` seals; with one argument, whether the key works at all. */
export async function opens(key: CryptoKey, other = key): Promise<boolean> {
  try {
    await unseal(other, 'probe', await seal({ v: BY_DEVICE, key }, 'probe', '', ''));
    return true;
  } catch {
    return false;
  }
}

function parameters(name: string, stamp: Stamp, iv: Sealed['iv']): AesGcmParams {
  return { name: ALGORITHM, iv, additionalData: new TextEncoder().encode(`${name}\n${stamp}`) };
}
