import { expect, test } from 'vitest';
import { messagesOf } from '#testing/judge.ts';

const invalid = ['Please enter a valid email address.'];

test.each([
  { email: '', messages: [] },
  { email: '   ', messages: [] },
  { email: 'grace@example.org', messages: [] },
  { email: ' grace@example.org ', messages: [] },
  { email: 'Grace Hopper <grace@example.org>', messages: [] },
  { email: 'grace+alumni@mail.example.org', messages: [] },
  { email: 'grace', messages: invalid },
  { email: 'grace@', messages: invalid },
  { email: 'grace@example', messages: invalid },
  { email: 'grace@exa mple.org', messages: invalid },
  { email: 'a@example.org, b@example.org', messages: invalid },
])('alumni e-mail "$email"', ({ email, messages }) => {
  expect(messagesOf('alumni_email', { alumni_email: email })).toEqual(messages);
});

test.each([
  { legal_agree: '', messages: ['Please check the box to certify your application.'] },
  { legal_agree: 'true', messages: [] },
])('agreement "$legal_agree"', ({ legal_agree, messages }) => {
  expect(messagesOf('legal_agree', { legal_agree })).toEqual(messages);
});

test.each(['alumni_name', 'heard_about', 'submit_date'])('%s may stay empty', (key) => {
  expect(messagesOf(key, {})).toEqual([]);
});
