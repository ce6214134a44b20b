import { createHmac } from 'node:crypto';
import type { Mailer } from '#server/adapters/mail.ts';
import { isSameSecret, type Secrets } from '#server/adapters/secrets.ts';

const MAC_CHARS = 22;

/** Sends each mail under an id that shows, in a report about it, that we have sent it to this recipient. */
export function withOwnIds(mailer: Mailer, secrets: Secrets): Mailer['send'] {
  return (mail, id = '') => mailer.send(mail, idOf(secrets, secrets.keyId, id, mail.to));
}

/** Returns whether one of these ids is that of a mail of ours to this address. Nobody else can make one. */
export function isOwnMail(secrets: Secrets, ids: readonly string[], to: string): boolean {
  return ids.some((id) => {
    const [name = '', keyId = ''] = id.split('.');
    return secrets.has(keyId) && isSameSecret(id, idOf(secrets, keyId, name, to));
  });
}

function idOf(secrets: Secrets, keyId: string, name: string, to: string): string {
  const key = secrets.derive(`${keyId}.mail-id`, 'mail id');
  const mac = createHmac('sha256', key).update(`${name} ${to}`).digest('base64url');
  return `${name}.${keyId}.${mac.slice(0, MAC_CHARS)}`;
}
