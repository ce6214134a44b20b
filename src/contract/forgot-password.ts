import * as z from 'zod/mini';
import { defineCall, messageResponse } from './define-call.ts';
import { username } from './email.ts';

export const forgotPassword = defineCall({
  method: 'POST',
  path: '/public/forgot-password',
  access: 'public',
  body: z.strictObject({ username }),
  response: messageResponse,
});
