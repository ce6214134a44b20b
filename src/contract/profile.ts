import * as z from 'zod/mini';
import { answersResponse } from './answers.ts';
import { defineCall } from './define-call.ts';
import { documentAnswers } from './document-answer.ts';
import { numberHeader } from './number-header.ts';
import { answersVersion } from './versions.ts';

/**
 * The key, 32 bytes in base64url, for what waits on this applicant's devices. It belongs to the account and never
 * changes. Left out where others on the network could read it: over http, except on the server's own machine.
 */
const deviceKey = z.optional(z.string().check(z.regex(/^[\w-]{43}$/)));

/** A reopened application may keep the entry term that it was submitted with, although it has closed since. */
const keptTerm = { 'kept-entry-term': z.optional(z.string()) };

/** Only the length of `successful_login` counts. Ours has times, ISO 8601, UTC. `web_status` lists every status so far. */
export const getProfile = defineCall({
  tag: 'Application',
  summary: 'Reads all that the form shows: answers, documents, status.',
  method: 'GET',
  path: '/api/profile',
  access: 'applicant',
  response: z.object({
    username: z.string().check(z.minLength(1)),
    answer: answersResponse,
    document_answer: documentAnswers,
    last_page: z.nullable(z.string()),
    successful_login: z.optional(z.array(z.unknown())),
    web_status: z.array(z.object({ web_status: z.string() })),
  }),
  responseHeaders: z.extend(answersVersion, { 'device-key': deviceKey, ...numberHeader, ...keptTerm }),
  refusals: {},
});
