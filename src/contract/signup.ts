import * as z from 'zod/mini';
import { defineCall, messageResponse } from './define-call.ts';
import { username } from './email.ts';
import { newPassword } from './password.ts';

/** What a success says if the server does not. */
export const SIGNED_UP = 'We sent a confirmation code to your email address.';

export const signup = defineCall({
  tag: 'Accounts',
  summary: 'Signs up, and mails a code. The answer is the same for every address.',
  method: 'POST',
  path: '/public/signup',
  access: 'public',
  body: z.strictObject({ username, password: newPassword }),
  response: messageResponse,
  refusals: {},
});
