import type { Secrets } from '#server/adapters/secrets.ts';

/** Keys whose values are stored encrypted. */
const SEALED_KEYS: ReadonlySet<string> = new Set(['ssn']);

/** Returns an answer's value as the database stores it. A cleared value stays blank, also for sealed keys. */
export function sealValue(secrets: Secrets, accountId: string, key: string, value: string): string {
  return SEALED_KEYS.has(key) && value !== '' ? secrets.seal(value, placeOf(accountId, key)) : value;
}

/** Returns a stored value as the applicant typed it. Undoes `sealValue`. */
export function openValue(secrets: Secrets, accountId: string, key: string, stored: string): string {
  return SEALED_KEYS.has(key) && stored !== '' ? secrets.open(stored, placeOf(accountId, key)) : stored;
}

/** Returns whether the values of this key are stored encrypted. */
export function isSealedKey(key: string): boolean {
  return SEALED_KEYS.has(key);
}

function placeOf(accountId: string, key: string): string {
  return `answers/${accountId}/${key}`;
}
