import * as z from 'zod/mini';
import { BANNER_PATH } from './banner-path.ts';
import { defineCall } from './define-call.ts';

/** The operator's message to everybody, such as planned downtime; `null` for none. */
export const getBanner = defineCall({
  tag: 'Site',
  summary: 'Reads the operator’s banner.',
  method: 'GET',
  path: BANNER_PATH,
  access: 'public',
  response: z.object({ text: z.nullable(z.string()) }),
  refusals: {},
});
