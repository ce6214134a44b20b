import * as z from 'zod/mini';
import { defineCall } from './define-call.ts';
import { documentStatuses } from './document-answer.ts';

/** The PDF copy of the whole application; `url` is empty until it is there, and short-lived then. */
export const getPdf = defineCall({
  method: 'GET',
  path: '/api/pdf',
  access: 'applicant',
  response: z.object({ status: z.enum(documentStatuses), url: z.string(), message: z.string() }),
});
