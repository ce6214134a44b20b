import * as z from 'zod/mini';
import { defineCall, messageResponse } from './define-call.ts';
import { username } from './email.ts';
import { newPassword } from './password.ts';

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
