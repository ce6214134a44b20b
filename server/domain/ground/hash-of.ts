import { hash } from 'node:crypto';

/** Returns the hash under which a random secret is stored. Too fast for passwords. */
export function hashOf(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}
