import * as z from 'zod/mini';
import { FILE_NAME_TOO_LONG, isFileNameTooLong } from '#form/file-name.ts';
import { defineCall, messageResponse } from './define-call.ts';
import { documentStatuses, fileKey } from './document-answer.ts';
import { documentRefusals, documentTag, ofDocument, overDocuments } from './document-tags.ts';
import { isWellFormed, keepable } from './keepable.ts';

const FILE_KEY_MAX_CHARS = 300;
const params = z.strictObject({ key: fileKey });

/** Starts converting an uploaded file to PDF. The conversion is a job, so the response is 202. */
export const postConversion = defineCall({
  tag: 'Documents',
  summary: 'Starts the conversion of an uploaded file to PDF.',
  method: 'POST',
  path: '/api/pdf/document-answer/:key',
  access: 'applicant',
  params,
  headers: overDocuments,
  body: z.strictObject({
    file_key: z.string().check(z.minLength(1), z.maxLength(FILE_KEY_MAX_CHARS), keepable),
    file_name: z.string().check(
      z.minLength(1, 'A file needs a name.'),
      z.refine(isWellFormed, 'This name contains a character that cannot be saved.'),
      z.refine((name) => !isFileNameTooLong(name), FILE_NAME_TOO_LONG),
    ),
  }),
  response: messageResponse,
  status: 202,
  responseHeaders: documentTag,
  refusals: documentRefusals,
});

export const getConversion = defineCall({
  tag: 'Documents',
  summary: 'Reads the status of a conversion.',
  method: 'GET',
  path: '/api/pdf/document-answer/:key',
  access: 'applicant',
  params,
  response: z.object({ status: z.enum(documentStatuses), message: z.nullish(z.string()) }),
  responseHeaders: documentTag,
  refusals: {},
});

export const deleteConversion = defineCall({
  tag: 'Documents',
  summary: 'Deletes a document: the conversion and its upload.',
  method: 'DELETE',
  path: '/api/pdf/document-answer/:key',
  access: 'applicant',
  params,
  headers: ofDocument,
  response: messageResponse,
  refusals: documentRefusals,
});
