import { expect, test } from 'vitest';
import { completion } from '#tenant/completion.ts';
import { tenant } from '#tenant/tenant.ts';
import { confirmationMail, reminderMail, submittedMail } from './mails.ts';

const URL = 'https://apply.example.edu';
const to = 'ana@example.com';

test('the mail with the code has a link to its card, without the code', () => {
  const { subject, text } = confirmationMail(to, URL, '123456', 10);
  expect(text).toContain('Your confirmation code is 123456');
  expect(text).toContain(`Enter it at ${URL}/confirm within 10 minutes.`);
  expect(text).toContain('only the newest one works');
  expect(text.match(/https?:\S+/g)).toEqual([`${URL}/confirm`]);
  expect(subject).not.toContain('123456');
});

test.each([
  { missing: '2 answers missing on Education', says: 'What is left: 2 answers missing on Education.' },
  { missing: '', says: 'What is left is to read it once more and submit it.' },
])('the reminder says what is left ("$missing"), and how to stop reminders', ({ missing, says }) => {
  const { text } = reminderMail(to, URL, `${URL}/unsubscribe?id=1`, { closing: undefined, missing });
  expect(text).toContain(says);
  expect(text).toContain(`To stop these reminders, open this link:\n${URL}/unsubscribe?id=1`);
});

test.each([
  { name: 'Ana Ruiz', whose: 'the graduate application of Ana Ruiz' },
  { name: '', whose: 'your graduate application' },
])('the receipt for "$name" says whose application came when, and what comes next', ({ name, whose }) => {
  const { text } = submittedMail(to, {
    name,
    number: '7K4Q-2M',
    submittedOn: 'September 1, 2026 at 11:00 AM EDT',
    lines: [
      { label: 'Program', text: 'Master’s degree, Accounting' },
      { label: 'Documents', text: 'None' },
    ],
    hasTranscript: false,
    copy: 'none',
    publicUrl: URL,
  });
  expect(text).toContain(`We received ${whose} on September 1, 2026 at 11:00 AM EDT. Its number is 7K4Q-2M.`);
  expect(text).toContain('Program: Master’s degree, Accounting\nDocuments: None');
  for (const step of [completion.noTranscript, ...completion.paragraphs]) expect(text).toContain(step);
  expect(text).toContain(completion.corrections.replace('{email}', tenant.helpEmail));
});
