import { defineCall, messageResponse } from './define-call.ts';

export const postSubmit = defineCall({
  method: 'POST',
  path: '/api/submit',
  access: 'applicant',
  response: messageResponse,
});
