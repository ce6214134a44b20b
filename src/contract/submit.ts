import { defineCall, messageResponse } from './define-call.ts';

/** Said over what keeps an application from being submitted (specification §4). */
export const MISSING = "We're missing some information!";

/** What a file question says while its file is on its way: nothing is submitted without knowing what becomes of it. */
export const FILE_UNDER_WAY_MESSAGE = 'Please wait until the file upload has completed.';

export const postSubmit = defineCall({
  method: 'POST',
  path: '/api/submit',
  access: 'applicant',
  response: messageResponse,
});
