import * as z from 'zod/mini';
import { plainAddress } from '#form/email-address.ts';
import { defineCall, messageResponse } from './define-call.ts';
import { username } from './email.ts';
import { decodedOnce, linkParameter, linkSecret, secretInLink } from './link-secret.ts';
import { newPassword, PASSWORDS_MUST_MATCH } from './password.ts';

/**
 * Reads the link in a mail. On the way, some mail programs decode the plus of an address, which then reads as a blank,
 * wrap the link, or encode it once more.
 */
export function resetLink(search: string): { readonly username: string; readonly id: string } {
  const query = new URLSearchParams(search);
  const username = decodedOnce(linkParameter(query, 'username') ?? '')
    .trim()
    .replace(/[\r\n\t] */g, '');
  const local = username.slice(0, Math.max(username.lastIndexOf('@'), 0));
  const address = local.replaceAll(' ', '+') + username.slice(local.length).replaceAll(' ', '');
  return { username: plainAddress(address), id: secretInLink(linkParameter(query, 'id') ?? '') };
}

/** What a success says if the server does not. */
export const PASSWORD_CHANGED = 'Your password was changed. You can log in with it now.';

export const resetPassword = defineCall({
  tag: 'Accounts',
  summary: 'Chooses a password with the link from a mail, and ends all sessions.',
  method: 'POST',
  path: '/public/reset-password',
  access: 'public',
  body: z
    .strictObject({
      username,
      password: newPassword,
      confirm_password: z.string(PASSWORDS_MUST_MATCH),
      id: linkSecret,
    })
    .check(
      z.refine((body) => body.password === body.confirm_password, {
        error: PASSWORDS_MUST_MATCH,
        path: ['confirm_password'],
        // Run even if the password fails a rule, so that the card can show both errors at once.
        when: ({ value }) => typeof value === 'object' && value !== null,
      }),
    ),
  response: messageResponse,
  refusals: {},
});
