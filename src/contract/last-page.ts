import * as z from 'zod/mini';
import { defineCall, messageResponse } from './define-call.ts';
import { formRoutes } from '#form/routes.ts';
import { writes } from './versions.ts';

export const putLastPage = defineCall({
  tag: 'Application',
  summary: 'Records the page that the applicant was on.',
  method: 'PUT',
  path: '/api/last-page',
  access: 'applicant',
  ...writes,
  body: z.strictObject({ last_page: z.enum(formRoutes) }),
  response: messageResponse,
});
