// Runs with the condition `tenant-meridian` (vitest.config.ts): its limit for long texts is 5000 characters.
import { expect, test } from 'vitest';
import { questionFor, questions } from '#form/form.ts';
import { answerKeys, descKey } from '#form/keys.ts';
import { hasDesc, type Question } from '#form/question.ts';
import { messagesByField } from '#testing/issues.ts';
import { putAnswer } from './answer.ts';

const said = (answers: unknown) => messagesByField(putAnswer.body, { answers });

/** An accepted value for each kind of question. */
const sampleOf = (question: Question | undefined) =>
  question?.kind === 'checkbox' ? 'true' : question?.kind === 'stamp' ? '' : 'x';

test('every answer key accepts a value of its kind, and those with options their label', () => {
  expect(said(Object.fromEntries(answerKeys.map((key) => [key, sampleOf(questionFor(key))])))).toEqual({});
  const labels = questions.filter(hasDesc).map(({ key }) => descKey(key));
  expect(labels.length).toBeGreaterThan(20);
  expect(said(Object.fromEntries(labels.map((key) => [key, 'x'])))).toEqual({});
});

test.each([
  { key: 'favorite_color' },
  { key: 'college_6_name' },
  { key: 'college_1_name' },
  { key: 'FIRST_NAME' },
  { key: 'first_name_desc' },
  { key: 'gender_desc_desc' },
  { key: '_desc' },
  { key: '' },
  { key: 'constructor' },
  { key: 'toString' },
  { key: 'hasOwnProperty' },
])('"$key" is not a question, and is named', ({ key }) => {
  expect(said({ first_name: 'Grace', [key]: 'x' })).toEqual({
    [`answers.${key}`]: ['This is not a question on this application.'],
  });
});

test('__proto__ neither becomes an answer nor a prototype', () => {
  const { data } = putAnswer.body.safeParse(
    JSON.parse('{"answers":{"__proto__":{"city":"x"},"zip":"18509"}}'),
  );
  expect(data?.answers).toEqual({ zip: '18509' });
  expect(data?.answers['city']).toBeUndefined();
});

test.each([
  { title: 'a NUL', value: 'a\u0000b', message: 'This answer contains a character that cannot be saved.' },
  {
    title: 'a lone high surrogate',
    value: 'a\ud83d',
    message: 'This answer contains a character that cannot be saved.',
  },
  {
    title: 'a lone low surrogate',
    value: '\ude00b',
    message: 'This answer contains a character that cannot be saved.',
  },
  { title: 'a number', value: 1, message: 'An answer is text.' },
  { title: 'a truth value', value: true, message: 'An answer is text.' },
  { title: 'nothing', value: null, message: 'An answer is text.' },
  { title: 'a list', value: ['x'], message: 'An answer is text.' },
  { title: 'an object', value: { x: 'y' }, message: 'An answer is text.' },
  { title: '46 characters', value: 'x'.repeat(46), message: 'This answer can have at most 45 characters.' },
])('$title is refused with its key', ({ value, message }) => {
  expect(said({ first_name: value, city: 'Scranton' })).toEqual({ 'answers.first_name': [message] });
});

test.each([
  { key: 'first_name', value: '' },
  { key: 'first_name', value: 'x'.repeat(45) },
  { key: 'first_name', value: '  José \u202e😀 ' },
  { key: 'employ_experience', value: 'é'.repeat(5000) },
  { key: 'return_institute_reason', value: 'line\r\nline' },
])('$key is kept as entered', ({ key, value }) => {
  expect(putAnswer.body.parse({ answers: { [key]: value } })).toEqual({ answers: { [key]: value } });
});

test.each([
  { key: 'employ_experience', limit: 5000 },
  { key: 'return_institute_reason', limit: 1500 },
  { key: 'college_name', limit: 100 },
  { key: 'alumni_email', limit: 254 },
])('$key takes at most $limit characters', ({ key, limit }) => {
  expect(said({ [key]: 'x'.repeat(limit) })).toEqual({});
  expect(said({ [key]: 'x'.repeat(limit + 1) })).toEqual({
    [`answers.${key}`]: [`This answer can have at most ${limit} characters.`],
  });
});

const boxes = questions.filter(({ kind }) => kind === 'checkbox').map(({ key }) => key);

test.each(boxes)('the box %s may be sent as a boolean', (key) => {
  expect(putAnswer.body.parse({ answers: { [key]: true } })).toEqual({ answers: { [key]: 'true' } });
  expect(putAnswer.body.parse({ answers: { [key]: false } })).toEqual({ answers: { [key]: '' } });
});

test.each(boxes)('as a text, the box %s is "true" or blank', (key) => {
  for (const value of ['true', '']) expect(said({ [key]: value })).toEqual({});
  for (const value of ['false', 'TRUE', ' ', 'on', '1']) {
    expect(said({ [key]: value })).toEqual({
      [`answers.${key}`]: ['A box is either checked (“true”) or blank.'],
    });
  }
});

test('nobody may write the time of the submission', () => {
  expect(said({ submit_date: '2020-01-01T00:00:00.000Z' })).toEqual({
    'answers.submit_date': ['This is filled in when the application is submitted.'],
  });
});

test.each([{}, { answers: null }, { answers: [] }, { answers: 'x' }, { answers: {}, extra: 1 }, null, []])(
  '%j is not a body',
  (body) => {
    expect(putAnswer.body.safeParse(body).success).toBe(false);
  },
);

test('every bad key of a body is named, each once, whatever is wrong with it', () => {
  const bad = { a: 'x', b: 'y', zip: '\u0000', first_name: 5, last_name: 'x'.repeat(46) };
  expect(Object.keys(said({ city: 'ok', ...bad })).toSorted()).toEqual(
    Object.keys(bad)
      .map((key) => `answers.${key}`)
      .toSorted(),
  );
});
