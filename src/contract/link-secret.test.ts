import { expect, test } from 'vitest';
import { resetPassword } from './reset-password.ts';
import { getServiceDocument, getServiceView, getTemporaryAnswers } from './token-views.ts';

const password = 'Correct horse 7 battery!';
const readers: readonly (readonly [string, (text: string) => unknown])[] = [
  ['token', (token) => getTemporaryAnswers.query.parse({ token }).token],
  ['service_token', (token) => getServiceView.query.parse({ service_token: token }).service_token],
  ['service_token', (token) => getServiceDocument.query.parse({ service_token: token }).service_token],
  [
    'id',
    (id) =>
      resetPassword.body.parse({ username: 'a@example.org', id, password, confirm_password: password }).id,
  ],
];

test.each([
  { copied: 'aB-_9', read: 'aB-_9' },
  { copied: 'aB-_9.', read: 'aB-_9' },
  { copied: 'aB-_9).\u202c', read: 'aB-_9' },
  { copied: '\u200baB-_9>,', read: 'aB-_9' },
  { copied: 'aB-_9”!\n', read: 'aB-_9' },
  { copied: 'aB.c_9~', read: 'aB.c_9~' },
  { copied: 'aB/9==', read: 'aB/9==' },
  { copied: 'aB\r\n-_9', read: 'aB-_9' },
  { copied: ' aB- _9', read: 'aB-_9' },
  { copied: 'aB%2D_9%0A', read: 'aB-_9' },
  { copied: 'aB%zz9', read: 'aB%zz9' },
  { copied: 'aB%E0%A49', read: 'aB%E0%A49' },
])('the secret "$copied" of a link is read as $read', ({ copied, read }) => {
  for (const [name, reader] of readers) expect([name, reader(copied)]).toEqual([name, read]);
});

test('signs alone are no secret', () => {
  for (const [, reader] of readers) expect(() => reader(').')).toThrow();
});
