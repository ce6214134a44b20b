import * as z from 'zod/mini';
import { defineCall, messageResponse } from './define-call.ts';
import { numberHeader } from './number-header.ts';
import { answersVersion, writes } from './versions.ts';

/** The heading above the messages that prevent a submission (specification §4). */
export const MISSING = "We're missing some information!";

/** The message of a file question while its file is being uploaded or converted: submission must wait. */
export const FILE_UNDER_WAY_MESSAGE = 'Please wait until the file upload has completed.';

export const postSubmit = defineCall({
  tag: 'Application',
  summary: 'Checks all answers and submits the application.',
  method: 'POST',
  path: '/api/submit',
  access: 'applicant',
  ...writes,
  responseHeaders: z.extend(answersVersion, numberHeader),
  response: messageResponse,
});
