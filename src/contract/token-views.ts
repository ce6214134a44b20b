import * as z from 'zod/mini';
import { componentCounts } from './add-another.ts';
import { answersResponse } from './answers.ts';
import { applicationDocument } from './application-document.ts';
import { defineCall } from './define-call.ts';
import { documentAnswers } from './document-answer.ts';
import { linkSecret } from './link-secret.ts';
import { numberHeader } from './number-header.ts';
import { chosenTabs } from './tabs.ts';

export const getTemporaryAnswers = defineCall({
  tag: 'Views by a link',
  summary: 'Reads the answers of a temporary link.',
  method: 'GET',
  path: '/public/tmp',
  access: 'token',
  query: z.strictObject({ token: linkSecret }),
  response: z.object({ answer: answersResponse }),
  refusals: {},
});

export const getServiceView = defineCall({
  tag: 'Views by a link',
  summary: 'Reads one application for the printable view.',
  method: 'GET',
  path: '/service/tmp-pdf',
  access: 'token',
  query: z.strictObject({ service_token: linkSecret }),
  response: z.object({
    answer: answersResponse,
    add_another: componentCounts,
    document_answer: documentAnswers,
    tabs: chosenTabs,
  }),
  responseHeaders: z.object({
    ...numberHeader,
    /** The applicant's address, percent-encoded. */
    'application-email': z.optional(z.string()),
  }),
  refusals: {},
});
export type ServiceView = z.output<typeof getServiceView.response>;

/**
 * Not in the specification. The same application as a document; a submitted one in the words of its submission, which
 * the answers do not contain.
 */
export const getServiceDocument = defineCall({
  tag: 'Views by a link',
  summary: 'Reads one application as a document, in the words of its submission.',
  method: 'GET',
  path: '/service/document',
  access: 'token',
  query: z.strictObject({ service_token: linkSecret }),
  response: applicationDocument,
  refusals: {},
});
