import { defineCall, messageResponse } from './define-call.ts';

export const logout = defineCall({
  tag: 'Accounts',
  summary: 'Ends the session.',
  method: 'GET',
  path: '/api/logout',
  access: 'applicant',
  response: messageResponse,
  refusals: {},
});
