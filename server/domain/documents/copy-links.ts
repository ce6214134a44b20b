import { createHmac } from 'node:crypto';
import type { Clock } from '#server/adapters/clock.ts';
import { isSameSecret, type Secrets } from '#server/adapters/secrets.ts';

/** The path of a copy. The client polls every ten minutes, so a link is valid for a little longer. */
export const COPY_PATH = '/api/pdf/copy';
const LINK_MS = 900_000;

export interface CopyLink {
  readonly generation: string;
  readonly expires: string;
  readonly signature: string;
}

/** Makes the links under which applicants read their copies, and checks those that are used. */
export function makeCopyLinks({ clock, secrets }: { readonly clock: Clock; readonly secrets: Secrets }) {
  return {
    linkTo(generation: string): string {
      const expires = String(clock.now().getTime() + LINK_MS);
      const query = new URLSearchParams({ expires, signature: signatureOf(generation, expires) });
      return `${COPY_PATH}/${generation}?${query.toString()}`;
    },

    isValid: ({ generation, expires, signature }: CopyLink): boolean =>
      isSameSecret(signature, signatureOf(generation, expires)) && clock.now().getTime() < Number(expires),
  };

  function signatureOf(generation: string, expires: string): string {
    const key = secrets.derive(`${secrets.keyId}.copy-link`, 'copy link');
    return createHmac('sha256', key).update(`${generation}.${expires}`).digest('base64url');
  }
}
