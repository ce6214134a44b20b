import { expect, test, vi } from 'vitest';
import { limits } from '#server/domain/limits/limits.ts';
import { commandRunner } from '#server/testing/run-command.ts';
import { submit } from '#server/testing/submit.ts';
import { useTestServer } from '#server/testing/test-server.ts';
import { makePicture } from '#server/testing/files/corpus.ts';
import { upload } from '#server/testing/uploads.ts';

const server = useTestServer({ env: { PUBLIC_URL: 'https://apply.example.edu' } });
const run = commandRunner(() => server().context);

async function keyOf(holder: string): Promise<string> {
  return (await run('api-key', [], { for: holder }))[0] ?? '';
}

async function ask(path: string, key: string | undefined) {
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const {
    statusCode: status,
    headers: given,
    rawPayload,
    body,
  } = await server().app.inject({ url: path, headers });
  return { status, headers: given, bytes: rawPayload, body: body.startsWith('{') ? JSON.parse(body) : body };
}

async function submitted(username: string, answers: Readonly<Record<string, string>> = {}): Promise<string> {
  const applicant = await server().applicant(username);
  await submit(applicant, answers);
  return (await server().context.applicants.find(username))?.id ?? '';
}

test(
  'a program fetches what was submitted, one after the other, whole, with its PDF and documents',
  { tags: 'slow' },
  async () => {
    const key = await keyOf('Student system');
    const username = 'whole@example.com';
    const applicant = await server().applicant(username);
    await upload(applicant, 'employ_resume', await makePicture({ type: 'png' }), 'scan.png');
    await vi.waitFor(
      async () =>
        expect((await applicant.get('/api/document-answer')).body.employ_resume.status).toBe('COMPLETED'),
      { timeout: 30_000, interval: 200 },
    );
    await submit(applicant, { first_name: 'Ada', ssn: '123-45-6789' });
    server().clock.advance(1000);
    await submitted('second@example.com');

    const { body: first } = await ask('/export/applications?limit=1', key);
    const [entry] = first.applications;
    expect(first).toMatchObject({
      applications: [{ username, submitted_at: '2026-09-01T15:00:00.000Z' }],
      has_more: true,
    });
    expect(entry.url).toBe(`https://apply.example.edu/export/applications/${entry.id}`);
    const { body: next } = await ask(`/export/applications?since=${entry.cursor}`, key);
    expect(next).toMatchObject({ applications: [{ username: 'second@example.com' }], has_more: false });
    const { body: end } = await ask(`/export/applications?since=${next.applications[0].cursor}`, key);
    expect(end).toEqual({ applications: [], has_more: false });

    const { body: one } = await ask(new URL(entry.url).pathname, key);
    expect(one).toMatchObject({
      id: entry.id,
      username,
      answer: { first_name: 'Ada', ssn: '123-45-6789', submit_date: '2026-09-01T15:00:00.000Z' },
      documents: [{ answer_key: 'employ_resume', url: `${entry.url}/documents/employ_resume` }],
    });
    const document = await ask(new URL(one.documents[0].url).pathname, key);
    expect(document.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringContaining('employ_resume.pdf'),
    });
    expect(document.bytes.toString('latin1', 0, 5)).toBe('%PDF-');

    const pdf = await vi.waitFor(
      async () => {
        const answer = await ask(new URL(one.pdf_url).pathname, key);
        if (answer.status === 503) expect(answer.headers['retry-after']).toMatch(/^\d+$/);
        expect(answer.status).toBe(200);
        return answer;
      },
      { timeout: 60_000, interval: 300 },
    );
    expect(pdf.bytes.toString('latin1', 0, 5)).toBe('%PDF-');
    const acts = (await run('audit', [username], { json: true })).map((line) => JSON.parse(line));
    const exported = acts.filter(({ event }) => event === 'exported');
    expect(exported.map(({ actor }) => actor)).toEqual(Array(3).fill('Student system'));
  },
);

test('a reopened application is missing until it is submitted again, and then is listed again', async () => {
  const key = await keyOf('Student system');
  const username = 'reopened@example.com';
  const id = await submitted(username);
  const feed = async (since = 'start') =>
    (await ask(`/export/applications?since=${since}&limit=200`, key)).body.applications as {
      cursor: string;
      id: string;
    }[];
  const before = (await feed()).find((entry) => entry.id === id);
  await run('reopen', [username]);
  expect((await feed()).map((entry) => entry.id)).not.toContain(id);
  expect((await ask(`/export/applications/${id}`, key)).status).toBe(404);
  expect(await feed(before?.cursor)).toEqual([]);
  const found = await server().context.applicants.find(username);
  await server().context.applications.submit({ id: found?.id ?? '', username }, '::1');
  expect((await feed(before?.cursor)).map((entry) => entry.id)).toEqual([id]);
});

test('the cursor of a deleted applicant stays valid', async () => {
  const key = await keyOf('Student system');
  await submitted('deleted@example.com');
  const { body } = await ask('/export/applications?limit=200', key);
  const { cursor } = body.applications.at(-1);
  await server().context.erasure.erase('deleted@example.com');
  expect((await ask(`/export/applications?since=${cursor}`, key)).body.applications).toEqual([]);
  const id = await submitted('after@example.com');
  expect((await ask(`/export/applications?since=${cursor}`, key)).body.applications).toMatchObject([{ id }]);
});

test('a PDF that is gone from the storage is made again', { tags: 'slow' }, async () => {
  const key = await keyOf('Student system');
  const id = await submitted('lost-pdf@example.com');
  const fetched = () =>
    vi.waitFor(async () => expect((await ask(`/export/applications/${id}/pdf`, key)).status).toBe(200), {
      timeout: 30_000,
      interval: 300,
    });
  await fetched();
  const { database, storage } = server().context;
  const { pdf_key } = await database.kysely
    .selectFrom('copies')
    .select('pdf_key')
    .where('account_id', '=', id)
    .executeTakeFirstOrThrow();
  await storage.delete(pdf_key ?? '');
  await fetched();
});

const paths = ['', '/ID', '/ID/pdf', '/ID/documents/employ_resume'].map(
  (rest) => `/export/applications${rest}`,
);

test.each(paths)('%s accepts no other key, and no session', async (path) => {
  const applicant = await server().applicant();
  await submit(applicant);
  const { id } =
    (await server().context.applicants.find((await applicant.get('/api/profile')).body.username)) ?? {};
  const at = path.replace('ID', String(id));
  const { token } = await server().context.tokens.issueServiceToken(String(id), 60_000);
  const revoked = await run('api-key', [], { for: 'Gone', json: true });
  const { id: keyId, key } = JSON.parse(revoked[0] ?? '');
  await run('revoke', [keyId]);
  for (const wrong of [undefined, '', 'x'.repeat(43), token, key]) {
    const answer = await ask(at, wrong);
    expect(answer).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' } });
    expect(answer.body.message).toContain('Authorization: Bearer');
  }
  expect((await applicant.get(at)).status).toBe(401);
});

test('a key opens nothing but submitted applications', async () => {
  const key = await keyOf('Student system');
  const draft = await server().account();
  for (const id of [draft.id, '00000000-0000-4000-8000-000000000000', 'x', '..%2f..'])
    for (const rest of ['', '/pdf', '/documents/employ_resume'])
      expect(await ask(`/export/applications/${id}${rest}`, key)).toMatchObject({
        status: 404,
        body: { message: 'There is no submitted application with this id.' },
      });
  const id = await submitted('only@example.com');
  expect(await ask(`/export/applications/${id}/documents/employ_resume`, key)).toMatchObject({
    status: 404,
    body: { message: 'This application has no such document.' },
  });
  expect((await ask('/api/profile', key)).status).toBe(401);
  for (const path of [`/service/tmp-pdf?service_token=${key}`, `/public/tmp?token=${key}`])
    expect((await ask(path, undefined)).status).toBe(404);
});

test.each([
  { query: 'since=', says: 'This cursor is unknown.' },
  { query: 'since=yesterday', says: 'This cursor is unknown.' },
  { query: 'since=00000000-0000-4000-8000-000000000000', says: 'This cursor is unknown.' },
  { query: 'limit=0', says: 'Please check' },
  { query: 'limit=201', says: 'Please check' },
  { query: 'limit=many', says: 'Please check' },
  { query: 'after=1', says: 'Please check' },
])('$query is refused in a sentence', async ({ query, says }) => {
  const { status, body } = await ask(`/export/applications?${query}`, await keyOf('Student system'));
  expect([status, body.message]).toEqual([422, expect.stringContaining(says)]);
});

test('keys are stored hashed, listed by holder, and end when their days are over', async () => {
  const [line] = await run('api-key', [], { for: 'Dashboard', days: '1', json: true });
  const { id, key, until } = JSON.parse(line ?? '');
  const now = server().clock.now();
  expect(until).toBe(new Date(now.getTime() + 86_400_000).toISOString());
  const { rows } = await server().context.database.pool.query(
    'SELECT to_jsonb(tokens)::text AS row FROM tokens',
  );
  expect(JSON.stringify(rows)).not.toContain(key);
  expect(await run('api-keys')).toContain(`${id}\tDashboard\tgood\tuntil ${until}\tnever used`);
  await ask('/export/applications', key);
  expect((await run('api-keys', [], { json: true })).map((one) => JSON.parse(one))).toContainEqual({
    id,
    holder: 'Dashboard',
    state: 'good',
    until,
    lastUsed: now.toISOString(),
  });
  server().clock.advance(86_400_000);
  expect((await ask('/export/applications', key)).status).toBe(401);
  expect(await run('api-keys')).toContainEqual(expect.stringMatching(`^${id}\tDashboard\texpired\t`));
  for (const options of [
    {},
    { for: '' },
    { for: 'two\nlines' },
    { for: 'x', days: '0' },
    { for: 'x', days: '1e3' },
  ])
    await expect(run('api-key', [], options)).rejects.toThrow(/^--(for|days) takes/);
});

test('one network gets no more answers than its limit, and is told when to try again', async () => {
  const { rateLimits } = server().context;
  const take = () =>
    rateLimits.take(limits.exportFromNetwork('127.0.0.1')).then(
      () => true,
      () => false,
    );
  let calls = 0;
  while (await take()) calls += 1;
  // Attempts that this process counted in advance in the window before are used up, too.
  expect(calls).toBeLessThanOrEqual(1200 + 20);
  expect(await ask('/export/applications', await keyOf('Late'))).toMatchObject({
    status: 429,
    headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
  });
}, 60_000);
