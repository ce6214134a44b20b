import { promisifyRequest } from 'idb-keyval';
import type { DeviceDatabase } from './database.ts';

const KEY_RECORD = 'key';
const ALGORITHM = 'AES-GCM';
const IV_BYTES = 12;

/** What rests on the device: the schema's number in clear, the rest encrypted. */
export interface Sealed {
  readonly v: 1;
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly text: ArrayBuffer;
}

export function isSealed(value: unknown): value is Sealed {
  return (
    typeof value === 'object' &&
    value !== null &&
    'v' in value &&
    value.v === 1 &&
    'iv' in value &&
    value.iv instanceof Uint8Array &&
    'text' in value &&
    value.text instanceof ArrayBuffer
  );
}

/** Seals values with a key that cannot be exported; the record's name is bound in, so none can be swapped. */
export class Cipher {
  readonly #key: CryptoKey;

  constructor(key: CryptoKey) {
    this.#key = key;
  }

  async seal(name: string, value: unknown): Promise<Sealed> {
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
    const plain = new TextEncoder().encode(JSON.stringify(value));
    const text = await crypto.subtle.encrypt(parameters(name, iv), this.#key, plain);
    return { v: 1, iv, text };
  }

  /** @throws when the record is damaged, was made with another key or stands under another name */
  async open(name: string, sealed: Sealed): Promise<unknown> {
    const plain = await crypto.subtle.decrypt(parameters(name, sealed.iv), this.#key, sealed.text);
    return JSON.parse(new TextDecoder().decode(plain));
  }
}

function parameters(name: string, iv: Uint8Array<ArrayBuffer>): AesGcmParams {
  return { name: ALGORITHM, iv, additionalData: new TextEncoder().encode(name) };
}

/**
 * The device's cipher, its key made on first use. Two tabs that start at once end up with the same key. The
 * key is proved by reading it back and decrypting: some browsers store one that comes back useless.
 */
export async function openCipher(database: DeviceDatabase): Promise<Cipher> {
  const fresh = await crypto.subtle.generateKey({ name: ALGORITHM, length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
  await database.run('readwrite', async (store) => {
    const kept: unknown = await promisifyRequest(store.get(KEY_RECORD));
    if (!(kept instanceof CryptoKey)) await promisifyRequest(store.put(fresh, KEY_RECORD));
  });
  const key = await database.run('readonly', (store): Promise<unknown> =>
    promisifyRequest(store.get(KEY_RECORD)),
  );
  if (!(key instanceof CryptoKey)) throw new Error('The key did not come back.');
  const cipher = new Cipher(key);
  const probe = await cipher.open('probe', await cipher.seal('probe', 'probe'));
  if (probe !== 'probe') throw new Error('The key does not work.');
  return cipher;
}
