import type { Stamp } from './stamp.ts';

const ALGORITHM = 'AES-GCM';
const KEY_BITS = 256;
const IV_BYTES = 12;
const AS_JSON = 0;
const AS_BYTES = 1;

/** The number of the schema of what rests on the device. A release leaves alone what has a greater one. */
export const SCHEMA = 1;

/** A record as it rests on the device: number and stamp in clear, the rest encrypted. */
export interface Sealed {
  readonly v: typeof SCHEMA;
  readonly stamp: Stamp;
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly text: ArrayBuffer;
}

export function isSealed(value: unknown): value is Sealed {
  return (
    typeof value === 'object' &&
    value !== null &&
    'v' in value &&
    value.v === SCHEMA &&
    'stamp' in value &&
    typeof value.stamp === 'string' &&
    'iv' in value &&
    value.iv instanceof Uint8Array &&
    'text' in value &&
    value.text instanceof ArrayBuffer
  );
}

/** A key that cannot be exported. */
export function generateKey(): Promise<CryptoKey> {
  return crypto.subtle.generateKey({ name: ALGORITHM, length: KEY_BITS }, false, ['encrypt', 'decrypt']);
}

/** The key of these bytes, which cannot be exported from then on. */
export function importKey(bytes: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', bytes, ALGORITHM, false, ['encrypt', 'decrypt']);
}

export function randomKeyBytes(): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(KEY_BITS / 8));
}

export function newIv(): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(IV_BYTES));
}

/** Seals values, JSON or bytes. The record's name and stamp are bound in, so that none can be swapped. */
export class Cipher {
  readonly #key: CryptoKey;

  constructor(key: CryptoKey) {
    this.#key = key;
  }

  async seal(name: string, stamp: Stamp, value: unknown): Promise<Sealed> {
    const iv = newIv();
    const isBytes = value instanceof Uint8Array;
    const body = isBytes ? value : new TextEncoder().encode(JSON.stringify(value));
    const plain = new Uint8Array(body.length + 1);
    plain[0] = isBytes ? AS_BYTES : AS_JSON;
    plain.set(body, 1);
    const text = await crypto.subtle.encrypt(parameters(name, stamp, iv), this.#key, plain);
    return { v: SCHEMA, stamp, iv, text };
  }

  /** @throws when the record is damaged, was made with another key or stands under another name */
  async open(name: string, { stamp, iv, text }: Sealed): Promise<unknown> {
    const plain = new Uint8Array(await crypto.subtle.decrypt(parameters(name, stamp, iv), this.#key, text));
    const body = plain.subarray(1);
    return plain[0] === AS_BYTES ? body.slice() : JSON.parse(new TextDecoder().decode(body));
  }

  /** Bytes to add to a text and to take from it again, the same for the same `iv`: each may serve one text alone. */
  async keyStream(iv: Uint8Array<ArrayBuffer>, numBytes: number): Promise<Uint8Array> {
    const encrypted = await crypto.subtle.encrypt(
      { name: ALGORITHM, iv },
      this.#key,
      new Uint8Array(numBytes),
    );
    return new Uint8Array(encrypted).subarray(0, numBytes);
  }

  /** Whether what is sealed opens again. */
  async works(): Promise<boolean> {
    try {
      return (await this.open('probe', await this.seal('probe', '', 'probe'))) === 'probe';
    } catch {
      return false;
    }
  }
}

function parameters(name: string, stamp: Stamp, iv: Uint8Array<ArrayBuffer>): AesGcmParams {
  return { name: ALGORITHM, iv, additionalData: new TextEncoder().encode(`${name}\n${stamp}`) };
}
