import * as z from 'zod/mini';
import { isFileKey } from '#form/stored-keys.ts';
import { defineCall, messageResponse } from './define-call.ts';
import { documentRefusals, documentTags, ofDocument } from './document-tags.ts';

export const documentStatuses = [
  'UNPROCESSED',
  'IN_PROGRESS',
  'COMPLETED',
  'NOT_ANSWERED',
  'FAILED',
] as const;
export type DocumentStatus = (typeof documentStatuses)[number];

/** Statuses of a document, or PDF copy, that is still being made. */
export const pendingStatuses = ['UNPROCESSED', 'IN_PROGRESS'] as const satisfies readonly DocumentStatus[];
type PendingStatus = (typeof pendingStatuses)[number];

/** Whether a document, or PDF copy, is still being made. */
export function isPending(status: DocumentStatus): status is PendingStatus {
  return pendingStatuses.some((pending) => pending === status);
}

/** One document of an application; `file_size` in bytes. */
const documentAnswer = z.object({
  file_name: z.string(),
  file_size: z.number(),
  status: z.enum(documentStatuses),
});
export type DocumentAnswer = z.output<typeof documentAnswer>;

export const documentAnswers = z.record(z.string(), documentAnswer);

/** The key of a file question. */
export const fileKey = z.string().check(z.refine(isFileKey, 'This is not a question for a file.'));

export const getDocumentAnswers = defineCall({
  tag: 'Documents',
  summary: 'Lists the documents.',
  method: 'GET',
  path: '/api/document-answer',
  access: 'applicant',
  response: documentAnswers,
  responseHeaders: documentTags,
  refusals: {},
});

export const deleteDocumentAnswer = defineCall({
  tag: 'Documents',
  summary: 'Deletes a document: the upload and its PDF.',
  method: 'DELETE',
  path: '/api/document-answer/:key',
  access: 'applicant',
  params: z.strictObject({ key: fileKey }),
  headers: ofDocument,
  response: messageResponse,
  refusals: documentRefusals,
});
