import * as z from 'zod/mini';
import { entryTermCodes, programCodes } from '#form/education/program.ts';
import { componentCounts } from './add-another.ts';
import { submittedAnswers } from './answers.ts';
import { applicationDocument } from './application-document.ts';
import { defineCall } from './define-call.ts';
import { documentAnswers } from './document-answer.ts';
import { chosenTabs } from './tabs.ts';

const PAGE_MAX = 200;
const CURSOR_MAX_CHARS = 100;

const summary = {
  /** The id of the application. */
  id: z.uuid(),
  /** The number by which the applicant and the office know it, such as `7K4Q-2M`. */
  number: z.string(),
  username: z.string(),
  submitted_at: z.string(),
};
const application = z.strictObject({ id: z.string().check(z.maxLength(CURSOR_MAX_CHARS)) });
const document = z.strictObject({
  id: z.string().check(z.maxLength(CURSOR_MAX_CHARS)),
  key: z.string().check(z.maxLength(CURSOR_MAX_CHARS)),
});

/** The status for an application that is unknown, deleted, reopened or not submitted yet. */
const NOT_SUBMITTED = { 404: { description: 'There is no submitted application with this id.' } } as const;

/** Submitted applications after a cursor, the earliest first. The cursor of the last one continues after it. */
export const getSubmittedApplications = defineCall({
  tag: 'Export',
  summary: 'Lists submitted applications after a cursor, the earliest first.',
  method: 'GET',
  path: '/export/applications',
  access: 'key',
  query: z.strictObject({
    /** The cursor of the last application that was handled, or `start`. */
    since: z.optional(z.string().check(z.maxLength(CURSOR_MAX_CHARS))),
    /** The code of an entry term: only applications for it. */
    term: z.optional(z.enum(entryTermCodes, 'There is no entry term with this code.')),
    /** The code of a program, or `PROGRAM/MAJOR`: only applications for it. */
    program: z.optional(
      z.enum(programCodes, 'There is no program with this code. A major follows it: PROGRAM/MAJOR.'),
    ),
    limit: z.optional(
      z
        .string()
        .check(
          z.refine(
            (text) => /^[1-9]\d{0,2}$/.test(text) && Number(text) <= PAGE_MAX,
            `limit is a whole number from 1 to ${PAGE_MAX}.`,
          ),
        ),
    ),
  }),
  response: z.object({
    applications: z.array(z.object({ ...summary, cursor: z.uuid(), url: z.string() })),
    /** Whether there may be more after the last one. */
    has_more: z.boolean(),
  }),
  refusals: {},
});

/** One submitted application, whole, in the words of its submission. */
export const getSubmittedApplication = defineCall({
  tag: 'Export',
  summary: 'Reads one submitted application, whole.',
  method: 'GET',
  path: '/export/applications/:id',
  access: 'key',
  params: application,
  response: z.object({
    ...summary,
    /** Null for a submission whose words were not kept. */
    release: z.nullable(z.string()),
    answer: submittedAnswers,
    add_another: componentCounts,
    document_answer: documentAnswers.check(
      z.describe(
        'The files that the applicant attached, by the key of their question: name, size and status of the upload.',
      ),
    ),
    tabs: chosenTabs,
    document: applicationDocument.check(
      z.describe('The printout: all answers in reading order, with labels, in the words of the submission.'),
    ),
    documents: z
      .array(z.object({ answer_key: z.string(), file_name: z.string(), url: z.string() }))
      .check(
        z.describe(
          'The attached files that were converted to PDF, with the address where each can be fetched.',
        ),
      ),
    pdf_url: z.string(),
  }),
  refusals: NOT_SUBMITTED,
});

const PDF = 'application/pdf';

/** The whole application as a PDF, with its documents. While it is being made, the response says when to ask again. */
export const getSubmittedPdf = defineCall({
  tag: 'Export',
  summary: 'Reads the PDF of a submitted application, with its documents.',
  method: 'GET',
  path: '/export/applications/:id/pdf',
  access: 'key',
  params: application,
  response: z.unknown(),
  contentType: PDF,
  refusals: NOT_SUBMITTED,
});

/** One document of the application. */
export const getSubmittedDocument = defineCall({
  tag: 'Export',
  summary: 'Reads one document of a submitted application.',
  method: 'GET',
  path: '/export/applications/:id/documents/:key',
  access: 'key',
  params: document,
  response: z.unknown(),
  contentType: PDF,
  refusals: {
    404: { description: 'There is no such application or document.' },
  },
});
