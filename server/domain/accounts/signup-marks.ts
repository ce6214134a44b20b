import { createHmac, randomBytes } from 'node:crypto';
import { isSameSecret, type Secrets } from '#server/adapters/secrets.ts';

const NONCE_BYTES = 32;

/** Marks that recognize a browser which has signed up with an address, only at this address. */
export function makeSignupMarks(secrets: Secrets) {
  return {
    /**
     * Returns the mark of this browser for this address.
     *
     * @param kept the mark that the browser has; another is made if it belongs to another address or is not ours
     */
    markFor(username: string, kept: string | undefined): string {
      const [nonce = ''] = kept?.split('.', 1) ?? [];
      const isOurs = kept !== undefined && isSameSecret(kept, made(nonce, username));
      return isOurs ? kept : made(randomBytes(NONCE_BYTES).toString('base64url'), username);
    },
  };

  function made(nonce: string, username: string): string {
    const key = secrets.derive(`${secrets.keyId}.signup-mark`, 'signup mark');
    return `${nonce}.${createHmac('sha256', key).update(`${nonce} ${username}`).digest('base64url')}`;
  }
}
