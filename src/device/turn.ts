// Who is here: one record. Pure; the transactions are in `changes.ts`.
import { propertiesOf } from './store.ts';

/** The name of its record. */
export const TURN = '$keyring';
/** Version of the record. A release does not touch a device with a newer one. */
export const SCHEMA = 1;

/** Raw bytes if the browser cannot store a non-exportable key. */
export type StoredKey = CryptoKey | Uint8Array<ArrayBuffer>;

export interface Turn {
  readonly v: typeof SCHEMA;
  /** Changes when the device is wiped, and when storing on it is turned off or on. */
  readonly epoch: string;
  /** The epoch that began with the last wipe, if storing has been turned off or on since. */
  readonly wiped?: string;
  /** True on a shared computer, where nothing is stored, keys included. */
  readonly isShared: boolean;
  readonly key?: StoredKey;
  /** The owner whose records can be opened. Absent until somebody logs in. */
  readonly account?: {
    /** Changes whenever somebody logs in or out. */
    readonly id: string;
    /** Absent once nobody is logged in: the records of every account are then locked. */
    readonly owner?: string;
    /** Absent if the server sends no key; the account's records are then stored under the device's own. */
    readonly key?: StoredKey;
  };
}

export function isTurn(value: unknown): value is Turn {
  const { v, epoch, isShared, key } = propertiesOf(value);
  if (v !== SCHEMA || typeof epoch !== 'string') return false;
  return isShared === true || (isShared === false && (key instanceof CryptoKey || key instanceof Uint8Array));
}

/** Changes whenever who is here changes: login, logout, lock, wipe, storing off or on. */
export function termOf({ epoch, account }: Turn): string {
  return `${epoch} ${account?.id ?? ''}`;
}

/** Changes with each wipe: what was typed before must not be stored after it. */
export function wipeOf({ epoch, wiped = epoch }: Turn): string {
  return wiped;
}

/** The stored part of a turn: without the account's key on a shared computer, or if this browser cannot store it. */
export function asStored(turn: Turn): Turn {
  const { isShared, key, account } = turn;
  const isStorable = !(key instanceof Uint8Array && account?.key instanceof CryptoKey);
  if (account === undefined || (isStorable && !isShared)) return turn;
  const { key: _, ...rest } = account;
  return { ...turn, account: rest };
}
