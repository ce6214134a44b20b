import { hash, randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';

const TOKEN_BYTES = 32;

/** Returns a random secret for a link, key or session. The server stores only its hash. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** Returns the hash under which a random secret is stored. Too fast for passwords. */
export function hashOf(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** Makes a token, and its columns in a table of keys or links. */
export function issueToken(now: Date, ttlMs: number) {
  const token = newToken();
  const expires_at = new Date(now.getTime() + ttlMs);
  return { token, row: { id: randomUUID(), hash: hashOf(token), created_at: now, expires_at } };
}

/** The condition that a key or link has neither expired nor been revoked. */
export function isValidAt(now: Date) {
  return sql<boolean>`revoked_at IS NULL AND expires_at > ${now}`;
}
