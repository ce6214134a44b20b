import * as z from 'zod/mini';
import { BANNER_PATH } from './banner-path.ts';
import { defineCall } from './define-call.ts';

/** What the operator has to say to everybody, such as when the form will be away; `null` for nothing. */
export const getBanner = defineCall({
  method: 'GET',
  path: BANNER_PATH,
  access: 'public',
  response: z.object({ text: z.nullable(z.string()) }),
});
