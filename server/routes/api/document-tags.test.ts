import { beforeAll, expect, test, vi } from 'vitest';
import { mailJob, sendMailHandler } from '#server/domain/mails/send-mail.ts';
import { useTestServer } from '#server/testing/test-server.ts';
import { postFile } from '#server/testing/uploads.ts';
import type { Answer, Visitor } from '#server/testing/visitor.ts';
import { makePicture } from '#server/testing/files/corpus.ts';

vi.setConfig({ testTimeout: 60_000 });
// Nothing here depends on what a conversion makes, so mails are the only jobs that are done.
const server = useTestServer({ hasWorkers: false });
beforeAll(() => server().context.queue.work(mailJob, sendMailHandler(server().context)));
const KEY = 'college_transcript';
const picture = await makePicture({ type: 'png' });

/** A place in the storage, with a file there. */
async function placeOf(applicant: Visitor, key = KEY): Promise<string> {
  const { body: form } = await applicant.post('/api/presigned-url', { answer_key: key });
  await postFile(applicant, form, picture);
  return form.fields.key;
}

const convert = (applicant: Visitor, file_key: string, headers: Record<string, string> = {}, key = KEY) =>
  applicant.post(`/api/pdf/document-answer/${key}`, { file_key, file_name: 'scan.png' }, headers);
const tagged = (place: string) => `"${place}"`;
const inPlaceOf = (place: string) => ({ 'if-match': tagged(place) });
const ifNone = { 'if-none-match': '*' };
const list = (applicant: Visitor) => applicant.get('/api/document-answer');

/** What the account has: the tags as each call returns them, and the version. */
async function accountOf(applicant: Visitor) {
  const [state, listed, profile] = [
    await applicant.get(`/api/pdf/document-answer/${KEY}`),
    await list(applicant),
    await applicant.get('/api/profile'),
  ];
  return {
    tag: state.headers['etag'],
    listed: listed.headers['document-tags'],
    version: profile.headers['etag'],
    hasDocument: KEY in listed.body,
  };
}

const forget = (applicant: Visitor, url: string, place?: string) =>
  applicant.send({
    method: 'DELETE',
    url,
    ...(place !== undefined && { headers: inPlaceOf(place) }),
  });
const outcomeOf = ({ status, headers }: Answer) => [status, headers['etag']];

test('the tag of a document is its place, in every response that is about documents', async () => {
  const applicant = await server().applicant();
  expect(await accountOf(applicant)).toMatchObject({ tag: undefined, listed: '' });
  const [place, other] = [await placeOf(applicant), await placeOf(applicant, 'employ_resume')];
  expect(outcomeOf(await convert(applicant, place))).toEqual([202, tagged(place)]);
  await convert(applicant, other, {}, 'employ_resume');
  expect(await accountOf(applicant)).toMatchObject({
    tag: tagged(place),
    listed: `${KEY}=${tagged(place)}, employ_resume=${tagged(other)}`,
  });
});

test('a file of the same name and size has another tag, so nobody mistakes it for their own', async () => {
  const applicant = await server().applicant();
  const [own, other] = [await placeOf(applicant), await placeOf(applicant)];
  await convert(applicant, own);
  const before = (await list(applicant)).body[KEY];
  await convert(applicant, other);
  const after = await list(applicant);
  expect(after.body[KEY]).toMatchObject({ file_name: before.file_name, file_size: before.file_size });
  expect(after.headers['document-tags']).toBe(`${KEY}=${tagged(other)}`);
});

test.each([
  { present: 'none', condition: 'none', status: 202 },
  { present: 'none', condition: 'If-None-Match: *', status: 202 },
  { present: 'none', condition: 'If-Match: the present', status: 412 },
  { present: 'none', condition: 'If-Match: *', status: 202 },
  { present: 'one', condition: 'none', status: 202 },
  { present: 'one', condition: 'If-None-Match: *', status: 412 },
  { present: 'one', condition: 'If-Match: the present', status: 202 },
  { present: 'one', condition: 'If-Match: the present, as a proxy tells it', status: 202 },
  { present: 'one', condition: 'If-Match: several, the present among them', status: 202 },
  { present: 'one', condition: 'If-Match: another', status: 412 },
  { present: 'one', condition: 'both', status: 412 },
  { present: 'a failed one', condition: 'If-None-Match: *', status: 202 },
  { present: 'a failed one', condition: 'If-Match: the present', status: 202 },
  { present: 'a failed one', condition: 'If-Match: another', status: 412 },
])('a conversion with condition $condition, where there is $present, gets $status', async (row) => {
  const applicant = await server().applicant();
  const present = await placeOf(applicant);
  const mine = await placeOf(applicant);
  if (row.present === 'one') await convert(applicant, present);
  if (row.present === 'a failed one') {
    await convert(applicant, present);
    const { generation } = await server()
      .context.database.kysely.selectFrom('documents')
      .select('generation')
      .where('upload_key', '=', present)
      .executeTakeFirstOrThrow();
    await server().context.conversions.fail(generation, 'It is damaged.');
  }
  const before = await accountOf(applicant);
  const there = before.tag ?? tagged(present);
  const conditions: Record<string, Record<string, string>> = {
    none: {},
    'If-None-Match: *': ifNone,
    'If-Match: the present': { 'if-match': there },
    'If-Match: the present, as a proxy tells it': { 'if-match': `W/${there.slice(0, -1)}-gzip"` },
    'If-Match: several, the present among them': { 'if-match': `"x", ${there}` },
    'If-Match: another': inPlaceOf(mine),
    'If-Match: *': { 'if-match': '*' },
    both: { 'if-match': there, ...ifNone },
  };
  const answer = await convert(applicant, mine, conditions[row.condition]);
  const isTaken = row.status === 202;
  expect(outcomeOf(answer)).toEqual([row.status, isTaken ? tagged(mine) : before.tag]);
  if (isTaken) expect((await accountOf(applicant)).tag).toBe(tagged(mine));
  else expect(await accountOf(applicant)).toEqual(before);
});

test('an If-None-Match other than * is refused with a sentence', async () => {
  const applicant = await server().applicant();
  const refused = await convert(applicant, await placeOf(applicant), { 'if-none-match': '"x"' });
  expect(refused).toMatchObject({ status: 422, body: { errors: { 'if-none-match': [expect.any(String)] } } });
});

test.each([ifNone, { 'if-match': '"another"' }])(
  'a repeated request for a converted place with %j has the same answer as the first',
  async (condition) => {
    const applicant = await server().applicant();
    const place = await placeOf(applicant);
    await convert(applicant, place, ifNone);
    const before = await accountOf(applicant);
    expect(outcomeOf(await convert(applicant, place, condition))).toEqual([202, tagged(place)]);
    expect(await accountOf(applicant)).toEqual(before);
  },
);

test('a late request for a replaced place changes nothing, and names the present document', async () => {
  const applicant = await server().applicant();
  const [old, newer] = [await placeOf(applicant), await placeOf(applicant)];
  await convert(applicant, old, ifNone);
  await convert(applicant, newer, inPlaceOf(old));
  expect(outcomeOf(await convert(applicant, old, ifNone))).toEqual([202, tagged(newer)]);
  expect((await accountOf(applicant)).tag).toBe(tagged(newer));
});

test.each([
  { name: 'without condition', condition: {}, taken: 8 },
  { name: 'only if there is none', condition: ifNone, taken: 1 },
])('$taken of eight devices that convert at once $name succeed', async ({ condition, taken }) => {
  const applicant = await server().applicant();
  const places = [];
  for (let n = 0; n < 8; n += 1) places.push(await placeOf(applicant));
  const answers = await Promise.all(places.map((place) => convert(applicant, place, condition)));
  expect(answers.filter(({ status }) => status === 202)).toHaveLength(taken);
  expect(answers.filter(({ status }) => status === 412)).toHaveLength(8 - taken);
  const { tag } = await accountOf(applicant);
  expect(places.map(tagged)).toContain(tag);
  if (taken === 1)
    expect(answers.map(({ headers }) => headers['etag'])).toEqual(Array.from(answers, () => tag));
});

test('exactly one of eight devices that replace the same document succeeds', async () => {
  const applicant = await server().applicant();
  const old = await placeOf(applicant);
  await convert(applicant, old);
  const places = [];
  for (let n = 0; n < 8; n += 1) places.push(await placeOf(applicant));
  const answers = await Promise.all(places.map((place) => convert(applicant, place, inPlaceOf(old))));
  expect(answers.filter(({ status }) => status === 202)).toHaveLength(1);
});

const file = '/api/document-answer/college_transcript';
const conversion = '/api/pdf/document-answer/college_transcript';
const orders = [
  [file, conversion],
  [conversion, file],
  [file, file],
  [conversion, conversion],
] as const;

test.each(orders)('DELETE %s, then %s: the place is invalid after the first', async (first, second) => {
  const applicant = await server().applicant();
  const place = await placeOf(applicant);
  await convert(applicant, place);
  expect((await forget(applicant, first, place)).status).toBe(200);
  const gone = await accountOf(applicant);
  expect(gone).toMatchObject({ hasDocument: false, tag: undefined, listed: '' });
  expect((await forget(applicant, second, place)).status).toBe(200);
  expect(await accountOf(applicant)).toEqual(gone);
  expect((await convert(applicant, place)).status).toBe(403);
});

test.each(orders)('DELETE %s, then %s, with a newer file in between: it stays', async (first, second) => {
  const applicant = await server().applicant();
  const [old, newer] = [await placeOf(applicant), await placeOf(applicant)];
  await convert(applicant, old);
  await forget(applicant, first, old);
  await convert(applicant, newer, ifNone);
  const attached = await accountOf(applicant);
  expect((await forget(applicant, second, old)).status).toBe(200);
  expect(await accountOf(applicant)).toEqual(attached);
  expect(attached.tag).toBe(tagged(newer));
});

test.each([file, conversion])('DELETE %s for more places than a header may name is a 412', async (url) => {
  const applicant = await server().applicant();
  const place = await placeOf(applicant);
  await convert(applicant, place);
  const before = await accountOf(applicant);
  const tooLong = { 'if-match': `${tagged(place)}${',"x"'.repeat(50)}` };
  expect((await applicant.send({ method: 'DELETE', url, headers: tooLong })).status).toBe(412);
  expect((await convert(applicant, place, tooLong)).status).toBe(202); // The place is converted already.
  expect(await accountOf(applicant)).toEqual(before);
});

test.each([file, conversion])('DELETE %s for another place is a 412, nothing changed', async (url) => {
  const applicant = await server().applicant();
  const stranger = await server().applicant();
  const old = await placeOf(applicant);
  await convert(applicant, old);
  const present = await placeOf(applicant);
  await convert(applicant, present, inPlaceOf(old));
  const before = await accountOf(applicant);
  const ofOthers = [
    old,
    await placeOf(stranger),
    await placeOf(applicant, 'employ_resume'),
    'uploads/nowhere',
  ];
  for (const place of ofOthers) {
    const refused = await forget(applicant, url, place);
    expect(outcomeOf(refused)).toEqual([412, tagged(present)]);
    expect(refused.body).toEqual({ message: expect.any(String) });
  }
  expect(await accountOf(applicant)).toEqual(before);
});

test.each([file, conversion])(
  'DELETE %s takes back a place before its conversion, and leaves the document that is there',
  async (url) => {
    const applicant = await server().applicant();
    const [present, open] = [await placeOf(applicant), await placeOf(applicant)];
    await convert(applicant, present);
    const before = await accountOf(applicant);
    expect((await forget(applicant, url, open)).status).toBe(200);
    expect((await convert(applicant, open)).status).toBe(403);
    expect((await forget(applicant, url, open)).status).toBe(200);
    expect(await accountOf(applicant)).toEqual(before);
  },
);

test.each([file, conversion])('DELETE %s without a place invalidates all of the question', async (url) => {
  const applicant = await server().applicant();
  const [present, open] = [await placeOf(applicant), await placeOf(applicant)];
  await convert(applicant, present);
  expect((await forget(applicant, url)).status).toBe(200);
  for (const place of [present, open]) {
    expect((await convert(applicant, place)).status).toBe(403);
    expect((await forget(applicant, url, place)).status).toBe(200);
  }
});

test('a conversion and a deletion of the same place at once end in one of two ways', async () => {
  for (let n = 0; n < 5; n += 1) {
    const applicant = await server().applicant();
    const place = await placeOf(applicant);
    const [converted, deleted] = await Promise.all([
      convert(applicant, place, ifNone),
      forget(applicant, file, place),
    ]);
    expect(deleted.status).toBe(200);
    expect([202, 403]).toContain(converted.status);
    expect(await accountOf(applicant)).toMatchObject({ hasDocument: false, tag: undefined });
  }
});

test('the description names the conditions, the tags, and 412 among the answers', async () => {
  const { paths } = (await server().visitor().get('/openapi.json')).body;
  const ofOne = paths['/api/pdf/document-answer/{key}'];
  const names = (call: { parameters: { name: string; in: string }[] }) =>
    call.parameters.filter(({ in: place }) => place === 'header').map(({ name }) => name);
  expect(names(ofOne.post)).toEqual(['if-match', 'if-none-match', 'account-digest']);
  expect(ofOne.post.responses['202']).toMatchObject({ headers: { etag: { required: false } } });
  expect(ofOne.get.responses['200']).toMatchObject({ headers: { etag: { required: false } } });
  for (const call of [ofOne.delete, paths['/api/document-answer/{key}'].delete])
    expect(names(call)).toEqual(['if-match', 'account-digest']);
  for (const { responses } of [ofOne.post, ofOne.delete, paths['/api/document-answer/{key}'].delete])
    expect(responses['412']).toMatchObject({ headers: { etag: { required: false } } });
  expect(paths['/api/document-answer'].get.responses['200']).toMatchObject({
    headers: { 'document-tags': { required: true } },
  });
});
