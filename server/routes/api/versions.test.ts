import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { makePicture } from '#server/testing/files/corpus.ts';
import { untilBlocked } from '#server/testing/blocked.ts';
import { completeAnswers } from '#server/testing/complete-answers.ts';
import { submit } from '#server/testing/submit.ts';
import { useTestServer } from '#server/testing/test-server.ts';
import { upload } from '#server/testing/uploads.ts';
import type { Visitor } from '#server/testing/visitor.ts';

const server = useTestServer();

/** An applicant whose versions begin at a number that the tests can name. */
async function applicantAt(version: number): Promise<Visitor> {
  const username = `${randomUUID()}@example.com`;
  const applicant = await server().applicant(username);
  await setVersion(username, version);
  return applicant;
}

async function setVersion(username: string, answers_revision: number): Promise<void> {
  const { kysely } = server().context.database;
  const { id } = await kysely
    .selectFrom('accounts')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
  await kysely.updateTable('applications').set({ answers_revision }).where('account_id', '=', id).execute();
}

const applicantAtZero = () => applicantAt(0);

test('each application has versions of its own, so that none is taken for one of another account', async () => {
  const [one, other] = await Promise.all([server().applicant(), server().applicant()]);
  const [own, foreign] = await Promise.all([versionOf(one), versionOf(other)]);
  expect(own).not.toBe(foreign);
  expect((await save(one, 'Ada', foreign)).status).toBe(412);
});

const save = (applicant: Visitor, first_name: string, ifMatch?: string) =>
  applicant.send({
    method: 'PUT',
    url: '/api/answer',
    payload: { answers: { first_name } },
    ...(ifMatch !== undefined && { headers: { 'if-match': ifMatch } }),
  });
const submitIf = (applicant: Visitor, ifMatch: string) =>
  applicant.post('/api/submit', undefined, { 'if-match': ifMatch });
const versionOf = async (applicant: Visitor) => (await applicant.get('/api/profile')).headers['etag'];
const nameOf = async (applicant: Visitor) => (await applicant.get('/api/profile')).body.answer.first_name;

/** A second device of the same applicant. */
function otherDeviceOf(applicant: Visitor): Visitor {
  const other = server().visitor();
  for (const [name, value] of applicant.cookies) other.cookies.set(name, value);
  return other;
}

test('the profile and every save tell the version of the answers', async () => {
  const applicant = await applicantAtZero();
  expect(await versionOf(applicant)).toBe('"0"');
  const saved = await save(applicant, 'Ada');
  expect(saved).toMatchObject({ status: 200, headers: { etag: '"1"', 'cache-control': 'no-store' } });
  expect((await save(applicant, 'Ada')).headers['etag']).toBe('"1"');
  expect((await applicant.put('/api/answer', { answers: {} })).headers['etag']).toBe('"1"');
  expect((await save(applicant, 'Grace')).headers['etag']).toBe('"2"');
  expect(await versionOf(applicant)).toBe('"2"');
});

test('the version makes no answer shorter: a profile is always whole', async () => {
  const applicant = await applicantAtZero();
  const answer = await applicant.get('/api/profile', { 'if-none-match': '"0"' });
  expect(answer).toMatchObject({ status: 200, headers: { etag: '"0"' }, body: { answer: {} } });
});

test.each([
  { ifMatch: undefined, status: 200 },
  { ifMatch: '*', status: 200 },
  { ifMatch: ' * ', status: 200 },
  { ifMatch: '"1"', status: 200 },
  { ifMatch: '"7", "1"', status: 200 },
  { ifMatch: ',"7",,"1" ,', status: 200 },
  { ifMatch: '"0"', status: 412 },
  { ifMatch: '"2"', status: 412 },
  { ifMatch: '"7", "8"', status: 412 },
  { ifMatch: 'W/"1"', status: 200 },
  { ifMatch: '"1-gzip"', status: 200 },
  { ifMatch: '"7", "1-br"', status: 200 },
  { ifMatch: 'W/"1-zstd"', status: 200 },
  { ifMatch: '"1-deflate"', status: 200 },
  { ifMatch: '"2-gzip"', status: 412 },
  { ifMatch: 'W/"0"', status: 412 },
  { ifMatch: '"1-2"', status: 412 },
  { ifMatch: '"1-gzip-2"', status: 412 },
  { ifMatch: '"-gzip"', status: 412 },
  { ifMatch: '"1-lzma"', status: 412 },
  { ifMatch: '"01"', status: 412 },
  { ifMatch: '" 1"', status: 412 },
  { ifMatch: '"-1"', status: 412 },
  { ifMatch: '"1.0"', status: 412 },
  { ifMatch: '"1000000000"', status: 412 },
  { ifMatch: '"2147483647"', status: 412 },
  { ifMatch: '"2147483648"', status: 412 },
  { ifMatch: '"9999999999"', status: 412 },
  { ifMatch: '"99999999999999999999"', status: 412 },
  { ifMatch: '"7,1"', status: 412 },
  { ifMatch: '1', status: 412 },
  { ifMatch: '"1', status: 412 },
  { ifMatch: '"*"', status: 412 },
  { ifMatch: '', status: 412 },
])('a save with If-Match $ifMatch of version "1" gets $status', async ({ ifMatch, status }) => {
  const applicant = await applicantAtZero();
  await save(applicant, 'Ada');
  const answer = await save(applicant, 'Grace', ifMatch);
  const isSaved = status === 200;
  expect(answer).toMatchObject({ status, headers: { etag: isSaved ? '"2"' : '"1"' } });
  expect(answer.body).toEqual({ message: expect.any(String) });
  expect(await nameOf(applicant)).toBe(isSaved ? 'Grace' : 'Ada');
  expect(await versionOf(applicant)).toBe(isSaved ? '"2"' : '"1"');
});

test.each([999_999_999, 1_000_000_000, 2_147_483_646])(
  'a save over version "%d" is a save',
  async (version) => {
    const applicant = await applicantAt(version);
    const { status, headers } = await save(applicant, 'Ada', `"${version}"`);
    expect([status, headers['etag']]).toEqual([200, `"${version + 1}"`]);
    expect((await save(applicant, 'Grace', `"${version}"`)).status).toBe(412);
  },
);

test('a save of nothing keeps to If-Match, too', async () => {
  const applicant = await applicantAtZero();
  await save(applicant, 'Ada');
  const saveNothing = (ifMatch: string) =>
    applicant.send({
      method: 'PUT',
      url: '/api/answer',
      payload: { answers: {} },
      headers: { 'if-match': ifMatch },
    });
  expect(await saveNothing('"1"')).toMatchObject({ status: 200, headers: { etag: '"1"' } });
  expect(await saveNothing('"0"')).toMatchObject({ status: 412, headers: { etag: '"1"' } });
});

test('a save that is delivered twice gets 412 the second time, with the version it made', async () => {
  const applicant = await applicantAtZero();
  expect(await save(applicant, 'Ada', '"0"')).toMatchObject({ status: 200, headers: { etag: '"1"' } });
  expect(await save(applicant, 'Ada', '"0"')).toMatchObject({ status: 412, headers: { etag: '"1"' } });
});

test('a save over a version makes a new one, also when it changes nothing: a lost save that arrives late is refused', async () => {
  const applicant = await applicantAtZero();
  await save(applicant, 'Ada');
  expect(await save(applicant, 'Ada', '"1"')).toMatchObject({ status: 200, headers: { etag: '"2"' } });
  expect(await save(applicant, 'Grace', '"1"')).toMatchObject({ status: 412, headers: { etag: '"2"' } });
  expect(await nameOf(applicant)).toBe('Ada');
});

test('a save that changes nothing makes no new PDF copy, and the application counts as unchanged', async () => {
  const { context, applicant: newApplicant } = server();
  const applicant = await newApplicant();
  await save(applicant, 'Ada');
  const read = async () =>
    (
      await context.database.pool.query(
        'SELECT revision, updated_at FROM applications ORDER BY created_at DESC',
      )
    ).rows[0];
  const before = await read();
  server().clock.advance(1000);
  await save(applicant, 'Ada', '"1"');
  expect(await read()).toEqual(before);
});

test('of twenty devices that save over the same version, exactly one does', async () => {
  const applicant = await applicantAtZero();
  const names = Array.from({ length: 20 }, (_, n) => `Name ${n}`);
  const answers = await Promise.all(names.map((name) => save(otherDeviceOf(applicant), name, '"0"')));
  const saved = names.filter((_, n) => answers[n]?.status === 200);
  expect(saved).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 412)).toHaveLength(19);
  expect(answers.map(({ headers }) => headers['etag'])).toEqual(Array(20).fill('"1"'));
  expect(await nameOf(applicant)).toBe(saved[0]);
});

/** Makes a save that waits until somebody else has saved `Ada` as the first version. */
async function saveAfterAnother(name: string, accepted?: readonly number[]) {
  const { context, account } = server();
  const { applications, database } = context;
  const { id } = await account();
  const holder = await database.pool.connect();
  await holder.query('BEGIN');
  await holder.query('UPDATE applications SET answers_revision = 1 WHERE account_id = $1', [id]);
  await holder.query("INSERT INTO answers VALUES ($1, 'first_name', 'Ada', now())", [id]);
  const late = applications.saveAnswers(id, { first_name: name }, accepted).catch((error: unknown) => error);
  await untilBlocked(database, 1);
  await holder.query('COMMIT');
  holder.release();
  return late;
}

test.each([
  { name: 'Grace', accepted: [0], outcome: { name: 'OutdatedError', version: 1 } },
  { name: 'Ada', accepted: [0], outcome: { name: 'OutdatedError', version: 1 } },
  { name: 'Grace', accepted: [1], outcome: { version: 2 } },
  { name: 'Ada', accepted: [1], outcome: { version: 2 } },
  { name: 'Grace', accepted: undefined, outcome: { version: 2 } },
  { name: 'Ada', accepted: undefined, outcome: { version: 1 } },
])(
  'a save of $name over $accepted that waits for another one is compared with the version that that one made',
  async ({ name, accepted, outcome }) => {
    expect(await saveAfterAnother(name, accepted)).toMatchObject(outcome);
  },
);

test('among saves of many applicants, each keeps to its own version', async () => {
  const everybody = await Promise.all(Array.from({ length: 8 }, () => applicantAtZero()));
  const given = ['"0"', undefined, '"1"', '*', '"0"', 'W/"0"', '"1","0"', '"2"'];
  const answers = await Promise.all(everybody.map((applicant, n) => save(applicant, 'Ada', given[n])));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 412, 200, 200, 200, 200, 412]);
  expect(answers.map(({ headers }) => headers['etag'])).toEqual(
    answers.map(({ status }) => (status === 200 ? '"1"' : '"0"')),
  );
  expect(await Promise.all(everybody.map(versionOf))).toEqual(answers.map(({ headers }) => headers['etag']));
});

test('among equal saves of many applicants, those over a version make a new one', async () => {
  const everybody = await Promise.all(Array.from({ length: 4 }, () => applicantAtZero()));
  await Promise.all(everybody.map((applicant) => save(applicant, 'Ada')));
  const given = ['"1"', undefined, '*', '"0"'];
  const answers = await Promise.all(everybody.map((applicant, n) => save(applicant, 'Ada', given[n])));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 412]);
  expect(answers.map(({ headers }) => headers['etag'])).toEqual(['"2"', '"1"', '"1"', '"1"']);
});

/** A write of the account: twice with different values, and what the account then has of it. */
interface Write {
  readonly method: 'PUT' | 'POST';
  readonly url: string;
  readonly first: object;
  readonly second: object;
  readonly read: (applicant: Visitor) => Promise<unknown>;
}

const bodyAt = (url: string) => async (applicant: Visitor) => (await applicant.get(url)).body;
const validationsOf = async (applicant: Visitor) => {
  const { username } = (await applicant.get('/api/profile')).body;
  return server()
    .context.database.kysely.selectFrom('validations')
    .innerJoin('accounts', 'accounts.id', 'validations.account_id')
    .select('messages')
    .where('username', '=', username)
    .execute();
};

const writes: readonly Write[] = [
  {
    method: 'PUT',
    url: '/api/answer',
    first: { answers: { first_name: 'Ada' } },
    second: { answers: { first_name: 'Grace' } },
    read: nameOf,
  },
  {
    method: 'PUT',
    url: '/api/add-another',
    first: { button_id: 'college', num_components: 3 },
    second: { button_id: 'college', num_components: 2 },
    read: bodyAt('/api/add-another'),
  },
  {
    method: 'PUT',
    url: '/api/tabs',
    first: { tab_id: 'employ_experience_tabs', chosen_tab: 'employ_experience' },
    second: { tab_id: 'employ_experience_tabs', chosen_tab: 'employ_resume' },
    read: bodyAt('/api/tabs'),
  },
  {
    method: 'POST',
    url: '/api/web-status',
    first: { web_status: 'started' },
    second: { web_status: 'validating' },
    read: async (applicant) => (await applicant.get('/api/profile')).body.web_status,
  },
  {
    method: 'PUT',
    url: '/api/last-page',
    first: { last_page: '/education' },
    second: { last_page: '/final-steps' },
    read: async (applicant) => (await applicant.get('/api/profile')).body.last_page,
  },
  {
    method: 'POST',
    url: '/api/validations',
    first: { last_name: ['Please enter your last name.'] },
    second: {},
    read: validationsOf,
  },
];

const conditions = [
  { condition: 'without a condition', ifMatch: undefined, isWritten: true },
  { condition: 'over any version', ifMatch: '*', isWritten: true },
  { condition: 'over the present version', ifMatch: '"8"', isWritten: true },
  { condition: 'over one that a proxy has made weak', ifMatch: 'W/"8"', isWritten: true },
  { condition: 'over one whose encoding a proxy has named', ifMatch: '"8-gzip"', isWritten: true },
  { condition: 'over an earlier version', ifMatch: '"7"', isWritten: false },
  { condition: 'over a version that is still to be made', ifMatch: '"9"', isWritten: false },
  { condition: 'over nonsense', ifMatch: 'nonsense', isWritten: false },
];

const sendTo = (applicant: Visitor, { method, url }: Write, payload: object, ifMatch?: string) =>
  applicant.send({
    method,
    url,
    payload: { ...payload },
    ...(ifMatch !== undefined && { headers: { 'if-match': ifMatch } }),
  });

test.each(writes)('$method $url is written over any, and over the present version alone', async (write) => {
  const applicant = await applicantAt(0);
  const { username } = (await applicant.get('/api/profile')).body;
  for (const { condition, ifMatch, isWritten } of conditions) {
    await setVersion(username, 7);
    expect((await sendTo(applicant, write, write.first, '"7"')).headers['etag'], condition).toBe('"8"');
    const before = await write.read(applicant);
    const { status, headers, body } = await sendTo(applicant, write, write.second, ifMatch);
    expect([status, headers['etag']], condition).toEqual(isWritten ? [200, '"9"'] : [412, '"8"']);
    if (!isWritten) expect(body).toEqual({ message: expect.any(String) });
    expect(await versionOf(applicant), condition).toBe(headers['etag']);
    const after = await write.read(applicant);
    // A status never goes back, so it is written once.
    if (!isWritten) expect(after, condition).toEqual(before);
    else if (write.url !== '/api/web-status') expect(after, condition).not.toEqual(before);
  }
});

test.each(writes)(
  'a late copy of $method $url that arrives after a newer one does not overrule it',
  async (write) => {
    const applicant = await applicantAt(0);
    await sendTo(applicant, write, write.first, '"0"');
    await sendTo(applicant, write, write.second, '"1"');
    const newer = await write.read(applicant);
    expect(await sendTo(applicant, write, write.first, '"0"')).toMatchObject({
      status: 412,
      headers: { etag: '"2"' },
    });
    expect(await write.read(applicant)).toEqual(newer);
  },
);

test.each(writes)(
  'of twenty devices that make $method $url over one version, exactly one does',
  async (write) => {
    const applicant = await applicantAtZero();
    const devices = Array.from({ length: 20 }, () => otherDeviceOf(applicant));
    const answers = await Promise.all(devices.map((device) => sendTo(device, write, write.first, '"0"')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.map(({ headers }) => headers['etag'])).toEqual(Array(20).fill('"1"'));
  },
);

test.each(writes.filter(({ url }) => url !== '/api/answer'))(
  '$method $url makes a new version, also when it changes nothing',
  async (write) => {
    const applicant = await applicantAtZero();
    await sendTo(applicant, write, write.first);
    expect((await sendTo(applicant, write, write.first)).headers['etag']).toBe('"2"');
  },
);

test('what is no write of the account leaves its version', async () => {
  const applicant = await applicantAt(1);
  const calls = [
    await applicant.post('/api/presigned-url', { answer_key: 'college_transcript' }),
    await applicant.delete('/api/document-answer/college_transcript'),
    await applicant.get('/api/pdf'),
  ];
  expect(calls.map(({ status }) => status)).toEqual(Array(3).fill(200));
  expect(await save(applicant, 'Grace', '"1"')).toMatchObject({ status: 200, headers: { etag: '"2"' } });
});

test('a submission over another version changes nothing and tells the present one', async () => {
  const applicant = await applicantAtZero();
  await applicant.put('/api/answer', { answers: completeAnswers });
  const refused = await submitIf(applicant, '"0"');
  expect(refused).toMatchObject({ status: 412, headers: { etag: '"1"' } });
  expect(refused.body).toEqual({ message: expect.any(String) });
  expect((await applicant.get('/api/profile')).body).toMatchObject({ web_status: [] });
  expect(await submitIf(applicant, '"1-gzip"')).toMatchObject({ status: 200, headers: { etag: '"2"' } });
  expect(await versionOf(applicant)).toBe('"2"');
});

test('a page of the release before submits over its answers, after calls that name no version', async () => {
  const applicant = await applicantAtZero();
  await applicant.put('/api/answer', { answers: completeAnswers });
  await applicant.post('/api/web-status', { web_status: 'validating' });
  await applicant.post('/api/validations', {});
  expect(await versionOf(applicant)).toBe('"3"');
  expect(await submitIf(applicant, '"0"')).toMatchObject({ status: 412, headers: { etag: '"3"' } });
  expect((await submitIf(applicant, '"1"')).status).toBe(200);
});

test.each([
  ['an answer', (device: Visitor) => device.put('/api/answer', { answers: { first_name: 'Hedy' } })],
  [
    'a call over a version',
    (device: Visitor) =>
      device.send({
        method: 'PUT',
        url: '/api/last-page',
        payload: { last_page: '/education' },
        headers: { 'if-match': '"2"' },
      }),
  ],
])('a submission over a version from before %s of another device is refused', async (_, write) => {
  const applicant = await applicantAtZero();
  await applicant.put('/api/answer', { answers: completeAnswers });
  await applicant.post('/api/validations', {});
  expect((await write(otherDeviceOf(applicant))).status).toBe(200);
  await applicant.post('/api/validations', {});
  expect((await submitIf(applicant, '"1"')).status).toBe(412);
});

test('a submitted application answers 409, whatever version a request names', async () => {
  const applicant = await applicantAtZero();
  await submit(applicant);
  for (const ifMatch of ['"0"', '*', 'nonsense']) {
    expect((await save(applicant, 'Late', ifMatch)).status).toBe(409);
    expect((await submitIf(applicant, ifMatch)).status).toBe(409);
  }
  // The date of the submission is an answer.
  expect(await versionOf(applicant)).toBe('"2"');
});

test('a document that is replaced or deleted makes a new version, so that the next save of another device learns of it', async () => {
  const applicant = await applicantAtZero();
  const attach = async () =>
    upload(applicant, 'college_transcript', await makePicture({ type: 'png' }), 'scan.png');
  const forget = async () =>
    applicant.send({ method: 'DELETE', url: '/api/document-answer/college_transcript' });
  await attach();
  expect(await versionOf(applicant)).toBe('"0"');
  await attach();
  expect(await versionOf(applicant)).toBe('"1"');
  await forget();
  expect((await save(applicant, 'Ada', '"1"')).status).toBe(412);
  await forget();
  expect(await versionOf(applicant)).toBe('"2"');
});

test('the description names the headers, and 412 among the answers', async () => {
  const { paths } = (await server().visitor().get('/openapi.json')).body;
  const etag = { etag: { required: true, schema: { type: 'string' } } };
  const described = [
    ...writes.map(({ url, method }) => paths[url][method.toLowerCase()]),
    paths['/api/submit'].post,
  ];
  for (const { parameters, responses } of described) {
    expect(parameters).toMatchObject([{ name: 'if-match', in: 'header', required: false }]);
    expect(responses['200']).toMatchObject({ headers: etag });
    expect(responses['412']).toMatchObject({
      headers: etag,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    });
  }
  expect(paths['/api/profile'].get.responses['200']).toMatchObject({ headers: etag });
});
