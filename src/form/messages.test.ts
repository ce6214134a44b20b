// Runs with the condition `tenant-meridian` (vitest.config.ts): the programs named here are the second university's.
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { messagesOf, ORDINARY_DAY } from '#testing/judge.ts';
import { isRequired, isShown } from './asked.ts';
import { answered, equals } from './condition.ts';
import { pages, questions } from './form.ts';
import { formMessages, messagesFor, pageMessages } from './messages.ts';
import { questionsOnPage } from './page.ts';
import { text } from './question.ts';

const conditional = questions.filter((question) => question.when !== undefined);

test.each(conditional)('$key is not judged while it is hidden', (question) => {
  const { key } = question;
  const hidden = [{}, { [key]: '' }, { [key]: 'nonsense' }].filter((answers) => !isShown(question, answers));
  expect(hidden.length).toBeGreaterThan(0);
  for (const answers of hidden) {
    expect(messagesFor(question, answers, ORDINARY_DAY)).toEqual([]);
    expect(isRequired(question, answers)).toBe(false);
  }
});

describe('a question', () => {
  const question = text('city', {
    label: 'City',
    required: [{ message: 'once' }, { message: 'once' }, { message: 'twice', when: answered('zip') }],
    rule: () => z.string().check(z.minLength(3, 'short'), z.regex(/^x/, 'short'), z.regex(/y$/, 'no y')),
    ruleWhen: equals('country', 'USA'),
  });

  test.each([
    { answers: {}, messages: ['once'] },
    { answers: { zip: '1' }, messages: ['once', 'twice'] },
    { answers: { city: ' ', country: 'USA' }, messages: ['once'] },
    { answers: { city: 'a', country: 'USA' }, messages: ['short', 'no y'] },
    { answers: { city: 'a', country: 'FRA' }, messages: [] },
    { answers: { city: 'xyy', country: 'USA' }, messages: [] },
  ])('collects all distinct messages: $answers', ({ answers, messages }) => {
    expect(messagesFor(question, answers, ORDINARY_DAY)).toEqual(messages);
  });
});

test.each([
  { program_type: 'MASTER', applied_major: 'ENGR', messages: [] },
  { program_type: 'DOCTOR', applied_major: 'ENGR', messages: ['Please select a major.'] },
  { program_type: 'another release', applied_major: 'ENGR', messages: ['Please select a major.'] },
])('a major among those of $program_type that it is none of', ({ messages, ...answers }) => {
  expect(messagesOf('applied_major', answers)).toEqual(messages);
});

test('the form’s messages are those of its pages, keys without any left out', () => {
  const answers = { first_name: 'Grace', zip: '1', country: 'USA' };
  const whole = formMessages(answers, ORDINARY_DAY);
  expect(whole).toEqual(Object.assign({}, ...pages.map((page) => pageMessages(page, answers, ORDINARY_DAY))));
  expect(Object.values(whole).every((messages) => messages.length > 0)).toBe(true);
  expect(whole).not.toHaveProperty('first_name');
});

test.each(pages)('the messages of $title are only of its own questions', (page) => {
  const own = new Set<string>(questionsOnPage(page).map(({ key }) => key));
  expect(Object.keys(pageMessages(page, {}, ORDINARY_DAY)).filter((key) => !own.has(key))).toEqual([]);
});

test('every message is a sentence that ends', () => {
  const said = questions.flatMap(({ required = [] }) => required.map(({ message }) => message));
  expect(said.filter((message) => !/^[A-Z].*\.$/.test(message))).toEqual([]);
});
