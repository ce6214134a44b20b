import { promisifyRequest } from 'idb-keyval';
import { Cipher, generateKey, importKey, randomKeyBytes, SCHEMA } from './cipher.ts';
import type { Connection } from './connection.ts';
import { DeviceBlockedError, DeviceNewerError } from './errors.ts';
import { randomId } from './random-id.ts';

export const KEYRING = '$keyring';

/** The stored key and its epoch. A wipe starts a new epoch: tabs of the old one can no longer write. */
export interface KeyringRecord {
  readonly v: typeof SCHEMA;
  readonly epoch: string;
  /** The epoch that began with the last wipe, if storing has been turned off or on since. */
  readonly wiped?: string;
  /** True on a shared computer, where nothing is stored. */
  readonly isShared: boolean;
  /** Raw bytes where the browser cannot store a non-exportable key; absent on a shared computer. */
  readonly key?: CryptoKey | Uint8Array<ArrayBuffer>;
}

export interface Keyring {
  readonly record: KeyringRecord;
  /** `undefined` on a shared computer. */
  readonly cipher: Cipher | undefined;
}

/** @returns the epoch that began with the last wipe */
export function lastWipe({ epoch, wiped = epoch }: KeyringRecord): string {
  return wiped;
}

export function isKeyringRecord(value: unknown): value is KeyringRecord {
  return (
    typeof value === 'object' &&
    value !== null &&
    'v' in value &&
    value.v === SCHEMA &&
    'epoch' in value &&
    typeof value.epoch === 'string' &&
    'isShared' in value &&
    (value.isShared === true ||
      ('key' in value && (value.key instanceof CryptoKey || value.key instanceof Uint8Array)))
  );
}

function isNewer(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    'v' in value &&
    typeof value.v === 'number' &&
    value.v > SCHEMA
  );
}

export async function newKeyringRecord(isShared: boolean, isKeyStorable: boolean): Promise<KeyringRecord> {
  const record = { v: SCHEMA, epoch: randomId(), isShared } as const;
  return isShared ? record : { ...record, key: isKeyStorable ? await generateKey() : randomKeyBytes() };
}

/**
 * Returns the device's keyring, made on first use; tabs that start at once get the same one. Reads the key back and
 * decrypts with it: some browsers cannot store a non-exportable key, or return nothing. The key is then stored as raw
 * bytes, and the draft is only as safe as the browser's profile.
 *
 * @throws {DeviceNewerError} when a newer release has stored data here
 * @throws {DeviceBlockedError} when nothing can be stored at all
 */
export async function openKeyring(connection: Connection): Promise<Keyring> {
  for (const isKeyStorable of [true, false]) {
    const fresh = await newKeyringRecord(false, isKeyStorable);
    try {
      await connection.run('readwrite', async (store) => {
        const kept = await promisifyRequest<unknown>(store.get(KEYRING));
        if (isNewer(kept)) throw new DeviceNewerError('A newer release has been here.');
        if (!isKeyringRecord(kept)) store.put(fresh, KEYRING);
      });
    } catch (error) {
      if (error instanceof DOMException && error.name === 'DataCloneError') continue;
      throw error;
    }
    const keyring = await readKeyring(connection);
    if (keyring !== undefined) return keyring;
    await connection.run('readwrite', (store) => void store.delete(KEYRING));
  }
  throw new DeviceBlockedError('No key can be kept.');
}

/** Reads the stored keyring; `undefined` when there is none or its key does not work. */
export async function readKeyring(connection: Connection): Promise<Keyring | undefined> {
  const record = await connection.run('readonly', (store) => promisifyRequest<unknown>(store.get(KEYRING)));
  if (!isKeyringRecord(record)) return undefined;
  if (record.key === undefined) return { record, cipher: undefined };
  const key = record.key instanceof Uint8Array ? await importKey(record.key) : record.key;
  const cipher = new Cipher(key);
  return (await cipher.works()) ? { record, cipher } : undefined;
}
