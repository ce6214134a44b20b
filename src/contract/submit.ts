import { defineCall, messageResponse } from './define-call.ts';

/** What a file question says while its file is on its way: nothing is submitted without knowing what becomes of it. */
export const FILE_UNDER_WAY_MESSAGE = 'Please wait until the file upload has completed.';

export const postSubmit = defineCall({
  method: 'POST',
  path: '/api/submit',
  access: 'applicant',
  response: messageResponse,
});
