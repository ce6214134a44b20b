import * as z from 'zod/mini';
import { defineCall } from './define-call.ts';

/** What is counted. docs/operate.md says what each means. */
export const clientCounts = [
  'two-values',
  'other-tab',
  'file-waited',
  'storage-blocked',
  'typed-early',
  'copy-saved',
  'updated',
] as const;

/** A page tells that something has served somebody: not whom, and not where. */
export const postClientCount = defineCall({
  tag: 'Site',
  summary: 'Counts what has served somebody, with a fixed vocabulary.',
  method: 'POST',
  path: '/public/client-count',
  access: 'public',
  body: z.strictObject({ kind: z.enum(clientCounts) }),
  response: z.void(),
  status: 204,
  refusals: {},
});
