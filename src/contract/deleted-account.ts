import * as z from 'zod/mini';
import { defineCall, messageResponse } from './define-call.ts';
import { deviceKey } from './profile.ts';

/** HMAC-SHA-256 of these words, with the account's Device-Key as the key, proves that a device belonged to the account. */
export const PROOF_OF = 'admissions deleted account';

const body = z.strictObject({ proof: z.string().check(z.regex(/^[\w-]{43}$/)) });

export const findDeletedAccount = defineCall({
  tag: 'Accounts',
  summary: 'Tells a device that still holds records of an account whether that account was deleted.',
  method: 'POST',
  path: '/public/deleted-account',
  access: 'public',
  body,
  /** Null for an account that exists, and for a proof of none. */
  response: z.object({ deleted_at: z.nullable(z.string()), is_by_rule: z.boolean() }),
  refusals: {},
});

export const openDeletedAccount = defineCall({
  tag: 'Accounts',
  summary: 'Returns the Device-Key of a deleted account to a new account with the same address.',
  method: 'POST',
  path: '/api/deleted-account',
  access: 'applicant',
  body,
  response: messageResponse,
  responseHeaders: z.object({ 'device-key': deviceKey }),
  refusals: {},
});
