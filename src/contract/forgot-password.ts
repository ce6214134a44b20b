import * as z from 'zod/mini';
import { defineCall, messageResponse } from './define-call.ts';
import { username } from './email.ts';

/** What a success says if the server does not. */
export const RESET_LINK_SENT =
  'If there is an account with this address, a link to choose a new password is on its way.';

export const forgotPassword = defineCall({
  tag: 'Accounts',
  summary: 'Sends a link to choose a password. The answer is the same for every address.',
  method: 'POST',
  path: '/public/forgot-password',
  access: 'public',
  body: z.strictObject({ username }),
  response: messageResponse,
  refusals: {},
});
