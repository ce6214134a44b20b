import { isSsnKey } from '#form/stored-keys.ts';
import type { Secrets } from '#server/adapters/secrets.ts';

/** Returns an answer's value as the database stores it. A cleared value stays blank, also for sealed keys. */
export function sealValue(secrets: Secrets, accountId: string, key: string, value: string): string {
  return isSealedKey(key) && value !== '' ? secrets.seal(value, placeOf(accountId, key)) : value;
}

/** Returns a stored value as the applicant typed it. Undoes `sealValue`. */
export function openValue(secrets: Secrets, accountId: string, key: string, stored: string): string {
  return isSealedKey(key) && stored !== '' ? secrets.open(stored, placeOf(accountId, key)) : stored;
}

/** Returns whether the values of this key are stored encrypted. */
export function isSealedKey(key: string): boolean {
  return isSsnKey(key);
}

function placeOf(accountId: string, key: string): string {
  return `answers/${accountId}/${key}`;
}

/** Returns answers by their keys, with encrypted values decrypted. */
export function openAnswers(
  secrets: Secrets,
  accountId: string,
  entries: readonly (readonly [key: string, stored: string])[],
): Record<string, string> {
  return Object.fromEntries(
    entries.map(([key, stored]) => [key, openValue(secrets, accountId, key, stored)]),
  );
}
