// Runs with the condition `tenant-meridian` (vitest.config.ts): the time zone is the second university's.
import { describe, expect, test } from 'vitest';
import { answerText, answerTextForOthers, dateAtUniversity } from './answer-text.ts';
import type { Answers } from './condition.ts';
import { questionFor, questions } from './form.ts';
import type { AnswerKey } from './keys.ts';

const TODAY = '2026-11-20';

function declared(key: AnswerKey) {
  const question = questionFor(key);
  if (question === undefined) throw new Error(`${key} is not asked.`);
  return question;
}

test.each([
  { time: '2026-11-20T22:12:00.000Z', date: 'November 20, 2026' },
  { time: '2026-11-21T05:12:00.000Z', date: 'November 20, 2026' },
  { time: '', date: undefined },
  { time: 'ANSWERED', date: undefined },
])('"$time" is $date at the university', ({ time, date }) => {
  expect(dateAtUniversity(time)).toBe(date);
});

describe('an answer reads', () => {
  test.each<{ key: AnswerKey; value: string; answers?: Answers; text: string | undefined }>([
    { key: 'first_name', value: 'Zoë', text: 'Zoë' },
    { key: 'first_name', value: ' ', text: undefined },
    { key: 'phone_mobile', value: '(570) 555-0142', text: '(570) 555-0142' },
    { key: 'birth_date', value: '1996-02-29', text: 'February 29, 1996' },
    { key: 'birth_date', value: '1999-02-30', text: '1999-02-30' },
    { key: 'optin_sms_ind', value: 'true', text: 'Yes' },
    { key: 'legal_agree', value: 'true', text: 'Yes' },
    { key: 'legal_agree', value: '', text: undefined },
    { key: 'country', value: 'USA', text: 'United States' },
    { key: 'submit_date', value: '2026-11-20T22:12:00.000Z', text: 'November 20, 2026 at 2:12 PM PST' },
  ])('$key "$value": $text', ({ key, value, answers = {}, text }) => {
    expect(answerText(declared(key), value, answers, TODAY)).toBe(text);
  });

  test('with its stored label, if the list no longer has the option', () => {
    const answers = { country: 'SUN', country_desc: 'The label it had' };
    expect(answerText(declared('country'), 'SUN', answers, TODAY)).toBe('The label it had');
  });

  test('without the label that was stored for another value', () => {
    const answers = { country: 'FRA', country_desc: 'France' };
    expect(answerText(declared('country'), 'SUN', answers, TODAY)).toBe('SUN');
  });

  test('whole to the applicant, and of the SSN only the end to others', () => {
    const ssn = declared('ssn');
    expect(answerText(ssn, '123-45-6789', {}, TODAY)).toBe('123-45-6789');
    expect(answerTextForOthers(ssn, '123-45-6789', {}, TODAY)).toBe('***-**-6789');
    expect(answerTextForOthers(ssn, '', {}, TODAY)).toBeUndefined();
    expect(answerTextForOthers(declared('first_name'), 'Zoë', {}, TODAY)).toBe('Zoë');
  });
});

test.each(questions.map((question) => [question.key, question] as const))(
  'a blank %s reads as none',
  (_, question) => {
    expect(answerText(question, '', {}, TODAY)).toBeUndefined();
  },
);
