import * as z from 'zod/mini';
import { formRoutes } from '#form/routes.ts';
import { otherRoutes } from './client-routes.ts';
import { defineCall } from './define-call.ts';

/**
 * What failed: something was thrown, a promise was rejected, a script did not load, the device's storage refused,
 * a screen could not be shown, or the server refuses the revision (ETag) that it has just given.
 */
const clientErrorKinds = ['thrown', 'rejection', 'chunk', 'storage', 'boundary', 'revisions'] as const;

/** A page reports a failure of its own. A fixed vocabulary: neither text of the page nor an error's message. */
export const postClientError = defineCall({
  tag: 'Site',
  summary: 'Reports a failure of a page, with a fixed vocabulary.',
  method: 'POST',
  path: '/public/client-error',
  access: 'public',
  body: z.strictObject({
    kind: z.enum(clientErrorKinds),
    release: z.string().check(z.regex(/^[\w.+-]{1,40}$/)),
    route: z.enum([...formRoutes, ...otherRoutes]),
  }),
  response: z.void(),
  status: 204,
  refusals: {},
});
