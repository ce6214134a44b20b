import * as z from 'zod/mini';
import { PASSWORD_MAX_CHARS } from '#limits.ts';
import { defineCall, messageResponse } from './define-call.ts';
import { emailAddress } from './email.ts';
import { PASSWORD_REQUIRED } from './password.ts';

export const login = defineCall({
  method: 'POST',
  path: '/public/login',
  access: 'public',
  body: z.strictObject({
    username: emailAddress('Please provide a valid email address.'),
    password: z
      .string(PASSWORD_REQUIRED)
      .check(
        z.minLength(1, PASSWORD_REQUIRED),
        z.maxLength(PASSWORD_MAX_CHARS, 'That password is longer than any we accept.'),
      ),
  }),
  response: messageResponse,
});
