import * as z from 'zod/mini';
import { CONFIRMATION_CODE_DIGITS } from '#limits.ts';
import { defineCall, messageResponse } from './define-call.ts';
import { username } from './email.ts';

const CODE_MESSAGE = `The confirmation code must be exactly ${CONFIRMATION_CODE_DIGITS} numbers.`;

/** Six digits; spaces and dashes, as from pasting, are removed first. */
export const confirmationCode = z.pipe(
  z.pipe(
    z.string(CODE_MESSAGE),
    z.transform((code: string) => code.replace(/[\s-]/g, '')),
  ),
  z.string().check(z.regex(new RegExp(`^[0-9]{${CONFIRMATION_CODE_DIGITS}}$`), CODE_MESSAGE)),
);

export const confirm = defineCall({
  method: 'POST',
  path: '/public/confirm',
  access: 'public',
  body: z.strictObject({ username, code: confirmationCode }),
  response: messageResponse,
});
