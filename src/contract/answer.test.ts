import { expect, test } from 'vitest';
import { questions } from '#form/form.ts';
import { answerKeys, descKey } from '#form/keys.ts';
import { hasDesc } from '#form/question.ts';
import { messagesByField } from '#testing/issues.ts';
import { putAnswer } from './answer.ts';

const said = (answers: unknown) => messagesByField(putAnswer.body, { answers });

test('every answer key takes a text, and those with options their label', () => {
  expect(said(Object.fromEntries(answerKeys.map((key) => [key, 'x'])))).toEqual({});
  const labels = questions.filter(hasDesc).map(({ key }) => descKey(key));
  expect(labels.length).toBeGreaterThan(20);
  expect(said(Object.fromEntries(labels.map((key) => [key, 'x'])))).toEqual({});
});

test.each([
  { key: 'favourite_colour' },
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
])('"$key" is no question and is named', ({ key }) => {
  expect(said({ first_name: 'Grace', [key]: 'x' })).toEqual({
    [`answers.${key}`]: ['This is not a question of this application.'],
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
  { title: 'a NUL', value: 'a\u0000b', message: 'This answer holds a character that cannot be kept.' },
  {
    title: 'a lone high surrogate',
    value: 'a\ud83d',
    message: 'This answer holds a character that cannot be kept.',
  },
  {
    title: 'a lone low surrogate',
    value: '\ude00b',
    message: 'This answer holds a character that cannot be kept.',
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
  { key: 'employ_experience', value: 'é'.repeat(7000) },
  { key: 'return_institute_reason', value: 'line\r\nline' },
])('$key is kept as entered', ({ key, value }) => {
  expect(putAnswer.body.parse({ answers: { [key]: value } })).toEqual({ answers: { [key]: value } });
});

test.each([
  { key: 'employ_experience', limit: 7000 },
  { key: 'return_institute_reason', limit: 1500 },
  { key: 'college_name', limit: 100 },
  { key: 'alumni_email', limit: 254 },
])('$key takes at most $limit characters', ({ key, limit }) => {
  expect(said({ [key]: 'x'.repeat(limit) })).toEqual({});
  expect(said({ [key]: 'x'.repeat(limit + 1) })).toEqual({
    [`answers.${key}`]: [`This answer can have at most ${limit} characters.`],
  });
});

test.each([{}, { answers: null }, { answers: [] }, { answers: 'x' }, { answers: {}, extra: 1 }, null, []])(
  '%j is no body',
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
