// Runs with the condition `tenant-meridian` (vitest.config.ts), whose autumn term closes on July 15, 2027, in California.
import { describe, expect, test, vi } from 'vitest';
import { tenant } from '#tenant/tenant.ts';
import { messagesOf } from '#testing/judge.ts';
import { questionFor } from './form.ts';
import { formMessages, messagesFor } from './messages.ts';
import { todayIn } from './today.ts';

const answers = { entry_term: 'AUT27' };
const CLOSED = ['Autumn 2027 closed on July 15. Please choose another term.'];

describe.each(['Pacific/Kiritimati', 'America/Los_Angeles', 'Pacific/Pago_Pago'])(
  'on a device in %s',
  (zone) => {
    test.each([
      { now: '2027-07-15T12:00:00Z', messages: [] },
      { now: '2027-07-16T06:59:59.999Z', messages: [] },
      { now: '2027-07-16T07:00:00.000Z', messages: CLOSED },
      { now: '2028-01-01T00:00:00Z', messages: CLOSED },
    ])('at $now: $messages', ({ now, messages }) => {
      vi.stubEnv('TZ', zone);
      expect(messagesOf('entry_term', answers, todayIn(tenant.timeZone, new Date(now)))).toEqual(messages);
    });
  },
);

test('a closed term is said before anything else is due, and with everything that is', () => {
  const question = questionFor('entry_term')!;
  expect(messagesFor(question, answers, '2027-07-16', '', false)).toEqual(CLOSED);
  expect(messagesFor(question, answers, '2027-07-15', '', false)).toEqual([]);
  expect(messagesFor(question, { applied_major: 'X' }, '2027-07-16', '', false)).toEqual([]);
  expect(formMessages(answers, '2027-07-16')['entry_term']).toEqual(CLOSED);
});

test.each([
  { what: 'the term of the submission', kept: 'AUT27', messages: [] },
  { what: 'another term', kept: 'WIN28', messages: CLOSED },
])('a reopened application keeps $what', ({ kept, messages }) => {
  expect(messagesFor(questionFor('entry_term')!, answers, '2027-07-16', kept)).toEqual(messages);
});
