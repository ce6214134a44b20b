import * as z from 'zod/mini';
import { defineCall, messageResponse } from './define-call.ts';
import { username } from './email.ts';
import { newPassword, PASSWORDS_MUST_MATCH } from './password.ts';

const RESET_ID_MAX_CHARS = 200;

export const resetPassword = defineCall({
  method: 'POST',
  path: '/public/reset-password',
  access: 'public',
  body: z
    .strictObject({
      username,
      password: newPassword,
      confirm_password: z.string(PASSWORDS_MUST_MATCH),
      id: z.string().check(z.minLength(1), z.maxLength(RESET_ID_MAX_CHARS)),
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
});
