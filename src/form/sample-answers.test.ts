import { afterEach, expect, test } from 'vitest';
import { ORDINARY_DAY } from '#testing/judge.ts';
import { isBlank } from './condition.ts';
import { questions } from './form.ts';
import { formMessages } from './messages.ts';
import { withSampleAnswers } from './sample-answers.ts';

const originals = questions.map((question) => [question, question.required] as const);
afterEach(() => {
  for (const [question, required] of originals) Object.assign(question, { required });
});

test('what is required and blank gets a sample, and what is answered stays', () => {
  const answers = withSampleAnswers({ first_name: 'Grace', middle_name: '' }, ORDINARY_DAY);
  expect(formMessages(answers, ORDINARY_DAY)).toEqual({});
  expect(answers).toMatchObject({ first_name: 'Grace', middle_name: '' });
  expect(answers).toMatchObject({ prev_attend: 'yes', prev_attend_desc: 'Yes' });
});

test.each(questions.filter(({ kind }) => kind !== 'stamp'))(
  'a form that also requires $key is filled',
  (question) => {
    Object.assign(question, { required: [{ message: 'Please answer.' }] });
    const answers = withSampleAnswers({ country: 'USA', citizenship_type: '1' }, ORDINARY_DAY);
    expect(formMessages(answers, ORDINARY_DAY)).toEqual({});
    if (question.when === undefined && question.kind !== 'select')
      expect(isBlank(answers[question.key])).toBe(false);
  },
);
