import * as z from 'zod/mini';
import { CONFIRMATION_CODE_DIGITS, PASTED_MAX_CHARS } from '#limits.ts';
import { digitsOf, plainDigits, withoutUnseen } from '#plain-text.ts';
import { defineCall, messageResponse } from './define-call.ts';
import { username } from './email.ts';

const CODE_MESSAGE = `The confirmation code must be exactly ${CONFIRMATION_CODE_DIGITS} numbers.`;

/** Six digits, even if they were copied with the sentence around them. */
export const confirmationCode = z.pipe(
  z.pipe(
    z.string(CODE_MESSAGE).check(z.maxLength(PASTED_MAX_CHARS, { error: CODE_MESSAGE, abort: true })),
    z.transform(codeIn),
  ),
  z.string().check(z.regex(new RegExp(`^[0-9]{${CONFIRMATION_CODE_DIGITS}}$`), CODE_MESSAGE)),
);

/** The only number of six digits in a text, in one piece or with blanks and dashes within; else the text. */
function codeIn(text: string): string {
  const plain = plainDigits(withoutUnseen(text));
  const pieces = plain.match(/\d+/g) ?? [];
  const numbers = plain.match(/\d(?:[\s\p{Pd}]*\d)*/gu) ?? [];
  const ofSix = [pieces, numbers.map(digitsOf)].map(
    (found) => new Set(found.filter(({ length }) => length === CONFIRMATION_CODE_DIGITS)),
  );
  const [only] = ofSix.find(({ size }) => size > 0) ?? [];
  return only !== undefined && ofSix.every(({ size }) => size < 2) ? only : text;
}

/** What a success says if the server does not. */
export const CONFIRMED = 'Your account is confirmed. You can log in now.';

export const confirm = defineCall({
  tag: 'Accounts',
  summary: 'Confirms the address with the code from the mail.',
  method: 'POST',
  path: '/public/confirm',
  access: 'public',
  body: z.strictObject({ username, code: confirmationCode }),
  response: messageResponse,
  refusals: {},
});
