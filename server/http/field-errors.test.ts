import { expect, test } from 'vitest';
import { useTestServer } from '#server/testing/test-server.ts';

const server = useTestServer();

const many = Array.from({ length: 21 }, () => 'Please enter your city.');

test.each([
  { path: '/api/answer', body: {}, errors: { answers: 'This is missing.' } },
  {
    path: '/api/answer',
    body: { answers: null },
    errors: { answers: 'This has to be a set of names and values.' },
  },
  { path: '/api/answer', body: [], errors: { body: 'This has to be a set of names and values.' } },
  {
    path: '/api/last-page',
    body: { last_page: '/' },
    errors: { last_page: 'This has to be one of these: /about, /education, /final-steps.' },
  },
  {
    path: '/api/tabs',
    body: { tab_id: 1, chosen_tab: null },
    errors: { tab_id: 'This has to be text.', chosen_tab: 'This has to be text.' },
  },
  {
    path: '/api/add-another',
    body: { button_id: 'college', num_components: 'two' },
    errors: { num_components: 'This has to be a number.' },
  },
  {
    path: '/api/add-another',
    body: { button_id: 'college', num_components: 1.5 },
    errors: { num_components: 'This has to be a whole number.' },
  },
  {
    path: '/api/add-another',
    body: { button_id: 'college', num_components: 0 },
    errors: { num_components: 'This has to be 1 at least.' },
  },
  { path: '/api/validations', body: { city: many }, errors: { city: 'This can have 20 entries at most.' } },
  { path: '/api/validations', body: { city: 'Erie' }, errors: { city: 'This has to be a list.' } },
  {
    path: '/api/validations',
    body: { city: ['x'.repeat(501)] },
    errors: { city: 'This can have 500 characters at most.' },
  },
  {
    path: '/api/validations',
    body: { shoe_size: [] },
    errors: { shoe_size: 'This is not a question on this application.' },
  },
  {
    path: '/api/pdf/document-answer/college_transcript',
    body: { file_key: '', file_name: 'a.pdf' },
    errors: { file_key: 'This must not be empty.' },
  },
])('$path of $body is refused in plain sentences', async ({ path, body, errors }) => {
  const applicant = await server().applicant();
  const isPost = path.startsWith('/api/validations') || path.startsWith('/api/pdf');
  const answer = await applicant.send({ method: isPost ? 'POST' : 'PUT', url: path, payload: body });
  expect(answer.status).toBe(422);
  expect(answer.body.errors).toEqual(
    Object.fromEntries(Object.entries(errors).map(([key, sentence]) => [key, [sentence]])),
  );
});

test('a look-up without a query is refused in plain sentences, too', async () => {
  const { status, body } = await server().visitor().get('/lookup/find?size=1');
  expect(status).toBe(422);
  expect(body.errors).toEqual({
    text: ['This is missing.'],
    category: ['This has to be one of these: college_ceeb, hs_ceeb, address.'],
    size: ['This field is not known here.'],
  });
});

test.each([
  { what: 'short keys', keyOf: (n: number) => `key${n}`, numNamed: 50, first: 'key0' },
  {
    what: 'long keys',
    keyOf: (n: number) => `${n}${'k'.repeat(1000)}`,
    numNamed: 50,
    first: `0${'k'.repeat(99)}…`,
  },
  {
    what: 'keys that grow when they are written down',
    keyOf: (n: number) => `${n}${'\u0001'.repeat(200)}`,
    numNamed: 12,
    first: `0${'\u0001'.repeat(99)}…`,
  },
])('only the first of many unknown fields with $what are named', async ({ keyOf, numNamed, first }) => {
  const applicant = await server().applicant();
  const answers = Object.fromEntries(Array.from({ length: 120 }, (_, n) => [keyOf(n), 'v']));
  const { status, body, raw } = await applicant.put('/api/answer', { answers });
  expect(status).toBe(422);
  expect(Object.keys(body.errors)).toHaveLength(numNamed);
  expect(Object.keys(body.errors)[0]).toBe(first);
  expect(raw.byteLength).toBeLessThan(10_000);
});

test('only the first of many unknown parameters of an address are named', async () => {
  const query = Array.from({ length: 2000 }, (_, n) => `k${n}=`).join('&');
  const { status, body, raw } = await server().visitor().get(`/lookup/find?${query}`);
  expect(status).toBe(422);
  expect(Object.values(body.errors).flat()).toHaveLength(50);
  expect(raw.byteLength).toBeLessThan(10_000);
});
