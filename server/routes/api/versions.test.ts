import { expect, test } from 'vitest';
import { testEach } from '#testing/test-each.ts';
import { untilBlocked } from '#server/testing/blocked.ts';
import { useTestServer } from '#server/testing/test-server.ts';
import { nameOf, save, versionOf, versionsAt } from '#server/testing/versions.ts';

const server = useTestServer();
const { applicantAt, applicantAtZero, otherDeviceOf } = versionsAt(server);

test('each application has versions of its own, so that none is mistaken for another account’s', async () => {
  const [one, other] = await Promise.all([server().applicant(), server().applicant()]);
  const [own, foreign] = await Promise.all([versionOf(one), versionOf(other)]);
  expect(own).not.toBe(foreign);
  expect((await save(one, 'Ada', foreign)).status).toBe(412);
});

test('the profile and every save return the version of the answers', async () => {
  const applicant = await applicantAtZero();
  expect(await versionOf(applicant)).toBe('"0"');
  const saved = await save(applicant, 'Ada');
  expect(saved).toMatchObject({ status: 200, headers: { etag: '"1"', 'cache-control': 'no-store' } });
  expect((await save(applicant, 'Ada')).headers['etag']).toBe('"1"');
  expect((await applicant.put('/api/answer', { answers: {} })).headers['etag']).toBe('"1"');
  expect((await save(applicant, 'Grace')).headers['etag']).toBe('"2"');
  expect(await versionOf(applicant)).toBe('"2"');
});

test('a profile is always sent whole, whatever version the client has', async () => {
  const applicant = await applicantAtZero();
  const answer = await applicant.get('/api/profile', { 'if-none-match': '"0"' });
  expect(answer).toMatchObject({ status: 200, headers: { etag: '"0"' }, body: { answer: {} } });
});

testEach([
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
  { ifMatch: `"7",${' '.repeat(193)}"1"`, status: 200 },
  { ifMatch: `"7",${' '.repeat(194)}"1"`, status: 412 },
])(
  'a save with If-Match $ifMatch of version "1" gets $status',
  { short: 12 },
  async ({ ifMatch, status }) => {
    const applicant = await applicantAtZero();
    await save(applicant, 'Ada');
    const answer = await save(applicant, 'Grace', ifMatch);
    const isSaved = status === 200;
    expect(answer).toMatchObject({ status, headers: { etag: isSaved ? '"2"' : '"1"' } });
    expect(answer.body).toEqual({ message: expect.any(String) });
    expect(await nameOf(applicant)).toBe(isSaved ? 'Grace' : 'Ada');
    expect(await versionOf(applicant)).toBe(isSaved ? '"2"' : '"1"');
  },
);

test.each([999_999_999, 1_000_000_000, 2_147_483_646])(
  'a save that names version "%d" succeeds',
  async (version) => {
    const applicant = await applicantAt(version);
    const { status, headers } = await save(applicant, 'Ada', `"${version}"`);
    expect([status, headers['etag']]).toEqual([200, `"${version + 1}"`]);
    expect((await save(applicant, 'Grace', `"${version}"`)).status).toBe(412);
  },
);

test('a save without answers obeys If-Match, too', async () => {
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

test('a save that names a version makes a new one, even if it changes nothing: a lost save that arrives late is refused', async () => {
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

test('exactly one of twenty devices that save with the same version succeeds', async () => {
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
  'a save of $name with $accepted that waits for another one is compared with the version that the other one made',
  async ({ name, accepted, outcome }) => {
    expect(await saveAfterAnother(name, accepted)).toMatchObject(outcome);
  },
);

test('among saves of many applicants, each is compared with its own version', async () => {
  const everybody = await Promise.all(Array.from({ length: 8 }, () => applicantAtZero()));
  const given = ['"0"', undefined, '"1"', '*', '"0"', 'W/"0"', '"1","0"', '"2"'];
  const answers = await Promise.all(everybody.map((applicant, n) => save(applicant, 'Ada', given[n])));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 412, 200, 200, 200, 200, 412]);
  expect(answers.map(({ headers }) => headers['etag'])).toEqual(
    answers.map(({ status }) => (status === 200 ? '"1"' : '"0"')),
  );
  expect(await Promise.all(everybody.map(versionOf))).toEqual(answers.map(({ headers }) => headers['etag']));
});

test('among equal saves of many applicants, those that name a version make a new one', async () => {
  const everybody = await Promise.all(Array.from({ length: 4 }, () => applicantAtZero()));
  await Promise.all(everybody.map((applicant) => save(applicant, 'Ada')));
  const given = ['"1"', undefined, '*', '"0"'];
  const answers = await Promise.all(everybody.map((applicant, n) => save(applicant, 'Ada', given[n])));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 412]);
  expect(answers.map(({ headers }) => headers['etag'])).toEqual(['"2"', '"1"', '"1"', '"1"']);
});
