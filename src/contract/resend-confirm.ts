import * as z from 'zod/mini';
import { defineCall, messageResponse } from './define-call.ts';
import { emailAddress } from './email.ts';

/** What a success says if the server does not. */
export const CODE_RESENT = 'If this address is waiting to be confirmed, a new code is on its way.';

export const resendConfirm = defineCall({
  tag: 'Accounts',
  summary: 'Sends the code again. The answer is the same for every address.',
  method: 'POST',
  path: '/public/resend-confirm',
  access: 'public',
  body: z.strictObject({
    username: emailAddress('You must provide a valid email address to resend a confirmation code.'),
  }),
  response: messageResponse,
  refusals: {},
});
