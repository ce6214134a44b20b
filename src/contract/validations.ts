import * as z from 'zod/mini';
import { isStoredKey } from '#form/stored-keys.ts';
import { defineCall, messageResponse } from './define-call.ts';
import { keepable } from './keepable.ts';
import { writes } from './versions.ts';

const MESSAGE_MAX_CHARS = 500;
const MESSAGES_MAX = 20;

/** The client's messages per key, stored for the admissions office; `{}` if there are none. */
export const postValidations = defineCall({
  tag: 'Application',
  summary: 'Stores what the page’s validation has found.',
  method: 'POST',
  path: '/api/validations',
  access: 'applicant',
  ...writes,
  body: z.record(
    z.string().check(z.refine(isStoredKey, 'This is not a question on this application.')),
    z.array(z.string().check(z.maxLength(MESSAGE_MAX_CHARS), keepable)).check(z.maxLength(MESSAGES_MAX)),
  ),
  response: messageResponse,
});
