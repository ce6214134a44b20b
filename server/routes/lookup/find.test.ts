import { describe, expect, test } from 'vitest';
import { useTestServer } from '#server/testing/test-server.ts';

const server = useTestServer();

async function find(query: Record<string, string>) {
  return server()
    .visitor()
    .get(`/lookup/find?${new URLSearchParams(query).toString()}`);
}
async function names(text: string, category = 'college_ceeb'): Promise<string[]> {
  const { body } = await find({ text, category });
  return body.map((suggestion: { text: string }) => suggestion.text);
}

describe('suggestions', () => {
  test.each([
    { typed: 'harvard', first: 'Harvard University' },
    { typed: 'HARVARD univ', first: 'Harvard University' },
    { typed: 'amherst', first: 'Amherst College' },
    { typed: 'technical high', category: 'hs_ceeb', first: 'Brooklyn Technical High School' },
    { typed: 'Penn S', first: 'Pennsylvania State University' },
    { typed: 'penn state', first: 'Pennsylvania State University' },
    { typed: 'state penn', first: 'Pennsylvania State University' },
    { typed: 'standford', first: 'Stanford University' },
    { typed: 'univercity of michigan', first: 'University of Michigan' },
    { typed: 'brooklin technicl high', category: 'hs_ceeb', first: 'Brooklyn Technical High School' },
    { typed: '1 city hall', category: 'address', first: '1 City Hall Square' },
  ])('"$typed" finds $first first', async ({ typed, category, first }) => {
    expect((await names(typed, category))[0]).toBe(first);
  });

  test('suggestions are five at most, and say where', async () => {
    const { body } = await find({ text: 'university', category: 'college_ceeb', max_results: '5' });
    expect(body).toHaveLength(5);
    expect((await find({ text: 'harvard', category: 'college_ceeb' })).body[0]).toMatchObject({
      sub_text: 'Cambridge, MA',
    });
  });

  test.each(['%', '_____', '\\', '.*', "'; DROP TABLE accounts; --", '((((', '\u0000', 'x'.repeat(200)])(
    'take %j literally',
    async (text) => {
      expect(await find({ text, category: 'college_ceeb' })).toMatchObject({ status: 200, body: [] });
    },
  );

  test.each([
    { text: 'x'.repeat(10_000), category: 'college_ceeb' },
    { text: 'harvard', category: 'planets' },
    { text: 'harvard', category: 'college_ceeb', max_results: '100' },
    { category: 'college_ceeb' },
  ])('are refused for %j', async (query) => {
    expect((await find(query)).status).toBe(422);
  });
});

test.each([
  { query: 'text=yale&category=nope', errors: { category: [expect.stringContaining('college_ceeb')] } },
  {
    query: 'text=yale&category=address&max_results=x',
    errors: { max_results: ['This has to be a number.'] },
  },
  {
    query: 'text=yale&category=address&max_results=5.5',
    errors: { max_results: ['This has to be a whole number.'] },
  },
  {
    query: 'text=yale&category=address&max_results=0',
    errors: { max_results: ['This has to be 1 at least.'] },
  },
  { query: 'text=yale', errors: { category: [expect.any(String)] } },
  { query: 'category=address', errors: { text: ['This is missing.'] } },
  { query: 'id=1&category=nope', errors: { category: [expect.stringContaining('college_ceeb')] } },
  { query: 'id=&category=address', errors: { id: ['This must not be empty.'] } },
  { query: 'id=1&text=yale&category=address', errors: { id: ['This field is not known here.'] } },
  {
    query: 'text=yale&category=address&size=5',
    errors: { size: ['This field is not known here.'] },
  },
])('a refusal names what is wrong with $query', async ({ query, errors }) => {
  const answer = await server().visitor().get(`/lookup/find?${query}`);
  expect(answer).toMatchObject({ status: 422, body: { message: expect.any(String) } });
  expect(answer.body.errors).toEqual(errors);
});

describe('one record', () => {
  test('a record of a school has the fields that fill the answers', async () => {
    const [{ id }] = (await find({ text: 'harvard', category: 'college_ceeb' })).body;
    expect((await find({ id, category: 'college_ceeb' })).body).toEqual({
      name: 'Harvard University',
      address_line_1: expect.any(String),
      city: 'Cambridge',
      state: 'MA',
      zip: expect.any(String),
      country: 'USA',
      ceeb: expect.any(String),
    });
  });

  test('a record of an address has neither name nor code', async () => {
    const [{ id }] = (await find({ text: '1 city hall', category: 'address' })).body;
    expect(Object.keys((await find({ id, category: 'address' })).body).sort()).toEqual([
      'address_line_1',
      'city',
      'country',
      'state',
      'zip',
    ]);
  });

  test.each(['college_ceeb', 'address'])(
    'of %s by an id that no database keeps is a 422',
    async (category) => {
      expect((await find({ id: 'a\u0000', category })).status).toBe(422);
    },
  );

  test('a missing record is a 404', async () => {
    expect((await find({ id: 'nonsense', category: 'address' })).status).toBe(404);
  });
});

test('an import of schools replaces what was there', async () => {
  const { lookup } = server().context;
  const csv =
    'name,address_line_1,city,state,zip,country,ceeb\r\n"St. Olaf\'s ""New"" Collège","1, Main",Olafsburg,PA,18000,USA,9999\r\n';
  await lookup.replace('hs_ceeb', csv);
  expect(await names('st olafs', 'hs_ceeb')).toEqual(['St. Olaf\'s "New" Collège']);
  expect(await names('olafs new college', 'hs_ceeb')).toEqual(['St. Olaf\'s "New" Collège']);
  expect(await names('boston latin', 'hs_ceeb')).toEqual([]);
});
