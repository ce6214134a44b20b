import * as z from 'zod/mini';
import { answersBody } from './answers.ts';
import { defineCall, messageResponse } from './define-call.ts';
import { answersVersion, overVersions, versionRefusals } from './versions.ts';

export const putAnswer = defineCall({
  method: 'PUT',
  path: '/api/answer',
  access: 'applicant',
  headers: overVersions,
  body: z.strictObject({ answers: answersBody }),
  response: messageResponse,
  responseHeaders: answersVersion,
  refusals: versionRefusals,
});
