import * as z from 'zod/mini';
import { PASSWORD_MAX_CHARS } from '#limits.ts';
import { defineCall, messageResponse } from './define-call.ts';
import { emailAddress } from './email.ts';
import { PASSWORD_REQUIRED } from './password.ts';

/**
 * `true` if the applicant has declared a shared computer: the cookies then end with the browser. Otherwise left out.
 */
const sharedComputer = z.optional(z.string());

export const login = defineCall({
  tag: 'Accounts',
  summary: 'Logs in: the session and the marker are cookies.',
  method: 'POST',
  path: '/public/login',
  access: 'public',
  body: z.strictObject({
    username: emailAddress('Please provide a valid email address.'),
    password: z.string(PASSWORD_REQUIRED).check(
      // No password begins or ends with a blank, but a copied one brings the blank beside it.
      z.trim(),
      z.minLength(1, PASSWORD_REQUIRED),
      z.maxLength(PASSWORD_MAX_CHARS, 'That password is longer than any we accept.'),
    ),
  }),
  headers: z.object({ 'shared-computer': sharedComputer }),
  response: messageResponse,
  refusals: {
    401: { description: 'The address or the password is wrong.' },
    403: {
      description:
        'The address is not confirmed yet: `unconfirmed` is true. Or the request is from another site.',
    },
  },
});
