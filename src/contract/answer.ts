import * as z from 'zod/mini';
import { answersBody } from './answers.ts';
import { defineCall, messageResponse } from './define-call.ts';
import { writes } from './versions.ts';

export const putAnswer = defineCall({
  tag: 'Application',
  summary: 'Saves answers. Only the keys that are sent change.',
  method: 'PUT',
  path: '/api/answer',
  access: 'applicant',
  ...writes,
  body: z.strictObject({ answers: answersBody }),
  response: messageResponse,
});
