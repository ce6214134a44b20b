import * as z from 'zod/mini';
import { defineCall, messageResponse } from './define-call.ts';

export const formRoutes = ['/about', '/education', '/final-steps'] as const;
export type FormRoute = (typeof formRoutes)[number];

export const putLastPage = defineCall({
  method: 'PUT',
  path: '/api/last-page',
  access: 'applicant',
  body: z.strictObject({ last_page: z.enum(formRoutes) }),
  response: messageResponse,
});
