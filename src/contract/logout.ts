import { defineCall, messageResponse } from './define-call.ts';

export const logout = defineCall({
  method: 'GET',
  path: '/api/logout',
  access: 'applicant',
  response: messageResponse,
});
