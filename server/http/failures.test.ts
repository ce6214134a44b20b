import { createServer as createHttpServer } from 'node:http';
import { connect, createServer, type AddressInfo } from 'node:net';
import { Client } from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { startSilentRelay } from '#server/testing/silent-relay.ts';
import { PASSWORD, startTestServer, useTestServer } from '#server/testing/test-server.ts';

const server = useTestServer();

const storageAt = (port: number) => ({
  S3_ENDPOINT: `http://127.0.0.1:${port}`,
  S3_REGION: 'us-east-1',
  S3_BUCKET: 'bucket',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
});

async function otherConnection(): Promise<Client> {
  const { host, user } = inject('postgres');
  const { rows } = await server().context.database.pool.query('SELECT current_database() AS name');
  const client = new Client({ host, user, database: rows[0].name });
  await client.connect();
  return client;
}

test('connections that the database ends are replaced, and at worst the caller is asked to try again', async () => {
  const applicant = await server().applicant();
  const client = await otherConnection();
  for (let n = 0; n < 5; n += 1) {
    await client.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()',
    );
    const answer = await applicant.put('/api/answer', { answers: { first_name: `Ada ${n}` } });
    expect([200, 503]).toContain(answer.status);
    if (answer.status === 503) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  }
  await client.end();
  await expect
    .poll(async () => (await applicant.put('/api/answer', { answers: { first_name: 'Ada' } })).status)
    .toBe(200);
  expect((await applicant.get('/api/profile')).body.answer.first_name).toBe('Ada');
});

test('an application that somebody holds locked is a 503, and nothing is changed', async () => {
  const applicant = await server().applicant();
  const client = await otherConnection();
  await client.query('BEGIN; SELECT 1 FROM applications FOR UPDATE');
  const answer = await applicant.put('/api/answer', { answers: { first_name: 'Ada' } });
  await client.query('ROLLBACK');
  await client.end();
  expect(answer).toMatchObject({
    status: 503,
    headers: { 'retry-after': '2' },
    body: { message: "We've encountered an unexpected error at this time. Please try again later." },
  });
  expect((await applicant.get('/api/profile')).body.answer).toEqual({});
}, 15_000);

test('a database that accepts no more writes is a 503, and can still be read', async () => {
  const applicant = await server().applicant();
  const client = await otherConnection();
  const { rows } = await client.query('SELECT current_database() AS name');
  await client.query(`ALTER DATABASE ${rows[0].name} SET default_transaction_read_only = on`);
  await client.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()',
  );
  await expect
    .poll(async () => (await applicant.put('/api/answer', { answers: { first_name: 'Ada' } })).status)
    .toBe(503);
  await expect.poll(async () => (await applicant.get('/api/profile')).status).toBe(200);
  await client.query('SET default_transaction_read_only = off');
  await client.query(`ALTER DATABASE ${rows[0].name} RESET default_transaction_read_only`);
  await client.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()',
  );
  await client.end();
  await expect
    .poll(async () => (await applicant.put('/api/answer', { answers: { first_name: 'Ada' } })).status)
    .toBe(200);
});

test(
  'a database that stops answering is a 503 and not ready, until it is back',
  { tags: 'slow' },
  async () => {
    const relay = await startSilentRelay(inject('postgres').host);
    onTestFinished(() => relay.close());
    const away = await startTestServer({ postgres: { host: relay.host, cutOffAfterMs: 1000 } });
    onTestFinished(() => {
      relay.hangUp();
      return away.close();
    });
    const applicant = await away.applicant('ada@example.com');
    relay.goSilent();
    const answers = await Promise.all([
      applicant.get('/api/profile'),
      applicant.put('/api/answer', { answers: { first_name: 'Ada' } }),
      applicant.put('/api/tabs', { tab_id: 'employ_experience_tabs', chosen_tab: 'employ_experience' }),
      applicant.post('/api/submit'),
      away.visitor().post('/public/login', { username: 'ada@example.com', password: PASSWORD }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503]);
    expect(await away.visitor().get('/readyz')).toMatchObject({
      status: 503,
      body: { parts: { database: 'down', queue: 'down', storage: 'ok' } },
    });
    const { status, text } = await away.visitor().get('/metrics');
    expect(status).toBe(200);
    expect(text).toContain('process_cpu_seconds_total ');
    expect(text).not.toContain('admissions_queue_jobs{');
    relay.comeBack();
    await expect
      .poll(async () => (await applicant.put('/api/answer', { answers: { first_name: 'Ada' } })).status)
      .toBe(200);
  },
);

test(
  'a storage that accepts connections and answers none is a 503, and not ready',
  { tags: 'long' },
  async () => {
    const silent = createServer((socket) => onTestFinished(() => void socket.destroy()));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void silent.close());
    const { port } = silent.address() as AddressInfo;
    const away = await startTestServer({ env: storageAt(port) });
    onTestFinished(() => away.close());
    const applicant = await away.applicant();
    const { body: form } = await applicant.post('/api/presigned-url', { answer_key: 'employ_resume' });
    const request = { file_key: form.fields.key, file_name: 'cv.png' };
    expect(await applicant.post('/api/pdf/document-answer/employ_resume', request)).toMatchObject({
      status: 503,
      headers: { 'retry-after': '2' },
    });
    expect(await away.visitor().get('/readyz')).toMatchObject({
      status: 503,
      body: { status: 'unavailable', parts: { database: 'ok', storage: 'down' } },
    });
  },
);

test('a storage that fails or asks to slow down is a 503, and one that refuses our key is a 500', async () => {
  let status = 0;
  const storage = createHttpServer((_request, response) => void response.writeHead(status).end());
  await new Promise<void>((resolve) => storage.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void storage.close());
  const { port } = storage.address() as AddressInfo;
  const away = await startTestServer({ env: storageAt(port) });
  onTestFinished(() => away.close());
  const applicant = await away.applicant();
  const { body: form } = await applicant.post('/api/presigned-url', { answer_key: 'employ_resume' });
  const request = { file_key: form.fields.key, file_name: 'cv.png' };
  const answers = [];
  for (status of [500, 503, 403])
    answers.push(await applicant.post('/api/pdf/document-answer/employ_resume', request));
  expect(answers.map((answer) => [answer.status, answer.headers['retry-after']])).toEqual([
    [503, '2'],
    [503, '2'],
    [500, undefined],
  ]);
}, 30_000);

test.each([
  ['no request at all', 'hello\r\n\r\n', 400, 'The request cannot be read.'],
  [
    'two lengths',
    'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n',
    400,
    undefined,
  ],
  ['a head without end', `GET / HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, 431, undefined],
])('%s gets an answer in the usual form', async (_, text, status, message) => {
  const { app } = server();
  if (!app.server.listening) await app.listen({ port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.end(text);
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(head).toContain('x-content-type-options: nosniff');
  expect(JSON.parse(body)).toEqual({ message: message ?? expect.stringMatching(/\.$/) });
});
