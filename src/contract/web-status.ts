import * as z from 'zod/mini';
import { defineCall, messageResponse } from './define-call.ts';

/** In the order that an application goes through them; never backwards. */
export const webStatuses = ['started', 'validating', 'submitted'] as const;
export type WebStatus = (typeof webStatuses)[number];

export const postWebStatus = defineCall({
  method: 'POST',
  path: '/api/web-status',
  access: 'applicant',
  body: z.strictObject({ web_status: z.enum(['started', 'validating']) }),
  response: messageResponse,
});
