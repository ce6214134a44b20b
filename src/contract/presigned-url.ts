import * as z from 'zod/mini';
import { defineCall, submittedRefusal } from './define-call.ts';
import { fileKey } from './document-answer.ts';

export const postPresignedUrl = defineCall({
  tag: 'Documents',
  summary: 'Requests a form to upload one file.',
  method: 'POST',
  path: '/api/presigned-url',
  access: 'applicant',
  body: z.strictObject({ answer_key: fileKey }),
  response: z.object({ url: z.string().check(z.minLength(1)), fields: z.record(z.string(), z.string()) }),
  refusals: submittedRefusal,
});
