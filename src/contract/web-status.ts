import * as z from 'zod/mini';
import { defineCall, messageResponse } from './define-call.ts';
import { postedWebStatuses } from './web-status-values.ts';
import { writes } from './versions.ts';

export const postWebStatus = defineCall({
  tag: 'Application',
  summary: 'Records the status that the applicant has reached.',
  method: 'POST',
  path: '/api/web-status',
  access: 'applicant',
  ...writes,
  body: z.strictObject({ web_status: z.enum(postedWebStatuses) }),
  response: messageResponse,
});
