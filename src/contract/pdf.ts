import * as z from 'zod/mini';
import { defineCall } from './define-call.ts';
import { documentStatuses } from './document-answer.ts';

/** The PDF copy of the whole application. `url` is empty or absent until the copy is ready, and expires soon. */
export const getPdf = defineCall({
  tag: 'Documents',
  summary: 'Requests the PDF copy of the whole application.',
  method: 'GET',
  path: '/api/pdf',
  access: 'applicant',
  response: z.object({
    status: z.enum(documentStatuses),
    url: z.nullish(z.string()),
    message: z.nullish(z.string()),
  }),
  refusals: {},
});
