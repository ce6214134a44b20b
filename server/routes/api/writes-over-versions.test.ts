import { expect, test } from 'vitest';
import { completeAnswers } from '#server/testing/complete-answers.ts';
import { makePicture } from '#server/testing/files/corpus.ts';
import { submit } from '#server/testing/submit.ts';
import { useTestServer } from '#server/testing/test-server.ts';
import { upload } from '#server/testing/uploads.ts';
import { nameOf, save, submitIf, versionOf, versionsAt } from '#server/testing/versions.ts';
import type { Visitor } from '#server/testing/visitor.ts';

const server = useTestServer();
const { applicantAt, applicantAtZero, otherDeviceOf, setVersion } = versionsAt(server);

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

test.each(writes)(
  '$method $url is accepted without a version, or with only the present one',
  async (write) => {
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
  },
);

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
  'exactly one of twenty devices that send $method $url with one version succeeds',
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

test('a call that does not write to the account keeps its version', async () => {
  const applicant = await applicantAt(1);
  const calls = [
    await applicant.post('/api/presigned-url', { answer_key: 'college_transcript' }),
    await applicant.delete('/api/document-answer/college_transcript'),
    await applicant.get('/api/pdf'),
  ];
  expect(calls.map(({ status }) => status)).toEqual(Array(3).fill(200));
  expect(await save(applicant, 'Grace', '"1"')).toMatchObject({ status: 200, headers: { etag: '"2"' } });
});

test('a submission with another version changes nothing and returns the present one', async () => {
  const applicant = await applicantAtZero();
  await applicant.put('/api/answer', { answers: completeAnswers });
  const refused = await submitIf(applicant, '"0"');
  expect(refused).toMatchObject({ status: 412, headers: { etag: '"1"' } });
  expect(refused.body).toEqual({ message: expect.any(String) });
  expect((await applicant.get('/api/profile')).body).toMatchObject({ web_status: [] });
  expect(await submitIf(applicant, '"1-gzip"')).toMatchObject({ status: 200, headers: { etag: '"2"' } });
  expect(await versionOf(applicant)).toBe('"2"');
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
])('a submission with a version from before %s of another device is refused', async (_, write) => {
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

test('replacing or deleting a document makes a new version, so that another device notices at its next save', async () => {
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
    expect(parameters).toMatchObject([
      { name: 'if-match', in: 'header', required: false },
      { name: 'account-digest', in: 'header', required: false },
    ]);
    expect(responses['200']).toMatchObject({ headers: etag });
    expect(responses['412']).toMatchObject({
      headers: etag,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    });
  }
  expect(paths['/api/profile'].get.responses['200']).toMatchObject({ headers: etag });
});
