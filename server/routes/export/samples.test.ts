import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { makePicture } from '#server/testing/files/corpus.ts';
import { systemClock } from '#server/adapters/clock.ts';
import { makeWebhook } from '#server/adapters/webhook.ts';
import { parseCsv } from '#server/domain/ground/csv.ts';
import { commandRunner } from '#server/testing/run-command.ts';
import { placeSample, startSample } from '#server/testing/samples.ts';
import { submit } from '#server/testing/submit.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { upload } from '#server/testing/uploads.ts';

const SECRET = `whsec_${randomBytes(32).toString('base64')}`;
const folder = mkdtempSync(join(tmpdir(), 'admissions-samples-'));
afterAll(() => rmSync(folder, { recursive: true }));

let server: TestServer;
let base: string;
let key: string;
let hookPort: number;

async function freePort(): Promise<number> {
  const listener = createServer();
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done));
  const address = listener.address();
  await new Promise((done) => listener.close(done));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

beforeAll(async () => {
  hookPort = await freePort();
  const port = await freePort();
  const url = `http://127.0.0.1:${hookPort}/`;
  base = `http://127.0.0.1:${port}`;
  server = await startTestServer({
    env: { PUBLIC_URL: base, WEBHOOK_URL: url, WEBHOOK_SECRET: SECRET },
    overrides: {
      webhook: makeWebhook({
        url,
        keys: [Buffer.from(SECRET.slice(6), 'base64')],
        clock: systemClock,
        userAgent: 'test/1',
      }),
    },
  });
  await server.app.listen({ port, host: '127.0.0.1' });
  const run = commandRunner(() => server.context);
  [key = ''] = await run('api-key', [], { for: 'Sample' });
});
afterAll(() => server.close());

async function submitted(username: string): Promise<void> {
  server.clock.advance(1000);
  await submit(await server.applicant(username), {
    first_name: '=Ada',
    return_institute_reason: 'two\nlines',
  });
}

/** Returns the applications that the receiver has. */
function toldTo(place: string): string[] {
  const db = new DatabaseSync(join(place, 'told.db'), { timeout: 10_000 });
  const rows = db.prepare('SELECT application FROM told').all();
  db.close();
  return rows.map(({ application }) => String(application));
}

function start(name: string, env: Readonly<Record<string, string>>) {
  return startSample(placeSample(name, folder), folder, env);
}

test('the script for spreadsheets makes a file of what is new, once', { tags: 'long' }, async () => {
  const { database, env } = server.context;
  const query = new URLSearchParams({ host: String(database.connection.host) });
  const there = {
    DATA_DIR: server.dataDir,
    DATABASE_URL: `postgres://${database.connection.user}@/${database.connection.database}?${query.toString()}`,
    SECRET_KEYS: env.SECRET_KEYS?.join(',') ?? '',
  };
  const files = () =>
    readdirSync(folder)
      .filter((name) => /^applications\..+\.csv$/.test(name))
      .toSorted();
  const names = () =>
    files().map((name) =>
      parseCsv(readFileSync(join(folder, name), 'utf8')).lines.map(({ content }) => content['username']),
    );
  await submitted('one@example.com');
  await submitted('two@example.com');
  expect(await start('new-applications.sh', there).ended).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(names()).toEqual([['one@example.com', 'two@example.com']]);
  await submitted('three@example.com');
  await start('new-applications.sh', there).ended;
  await start('new-applications.sh', there).ended;
  expect(names()).toEqual([['one@example.com', 'two@example.com'], ['three@example.com']]);
  const [first = ''] = files();
  expect(readFileSync(join(folder, first), 'utf8')).toContain(`"'=Ada"`);
});

test(
  'the import has each application and its documents, once, however often it runs',
  { tags: 'long' },
  async () => {
    const username = 'with-files@example.com';
    const applicant = await server.applicant(username);
    await upload(applicant, 'employ_resume', await makePicture({ type: 'png' }), 'scan.png');
    await vi.waitFor(
      async () =>
        expect((await applicant.get('/api/document-answer')).body.employ_resume.status).toBe('COMPLETED'),
      { timeout: 30_000, interval: 200 },
    );
    server.clock.advance(1000);
    await submit(applicant);
    const env = { ADMISSIONS_URL: base, ADMISSIONS_KEY: key };
    for (let run = 1; run <= 2; run += 1)
      expect(await start('import-documents.mjs', env).ended).toEqual({ code: 0, stdout: '', stderr: '' });
    const db = new DatabaseSync(join(folder, 'students.db'));
    const handled = db.prepare('SELECT username FROM handled ORDER BY rowid').all();
    expect(handled.map((row) => row['username'])).toEqual([
      ...['one@example.com', 'two@example.com', 'three@example.com'],
      username,
    ]);
    const documents = db.prepare('SELECT kind, pdf FROM documents').all();
    expect(documents.map(({ kind }) => kind)).toEqual(['employ_resume']);
    expect(Buffer.from(documents[0]?.['pdf'] as Uint8Array).toString('latin1', 0, 5)).toBe('%PDF-');
    db.close();
  },
);

test(
  'the receiver accepts what the webhook posts, fetches each application once, and accepts nothing forged',
  { tags: 'long' },
  async () => {
    const receiver = start('receiver.mjs', {
      ADMISSIONS_KEY: key,
      WEBHOOK_SECRET: SECRET,
      PORT: String(hookPort),
    });
    onTestFinished(receiver.kill);
    const post = () =>
      fetch(`http://127.0.0.1:${hookPort}/`, {
        method: 'POST',
        headers: { 'webhook-id': 'x', 'webhook-timestamp': '1', 'webhook-signature': 'v1,x' },
        body: '{}',
      });
    const forged = await vi.waitFor(post, { timeout: 20_000, interval: 200 });
    expect(forged.status).toBe(400);
    await submitted('told@example.com');
    await vi.waitFor(
      () =>
        expect(
          toldTo(folder)
            .map((application) => JSON.parse(application).username)
            .toSorted(),
        ).toEqual(['one', 'three', 'told', 'two', 'with-files'].map((name) => `${name}@example.com`)),
      { timeout: 40_000, interval: 200 },
    );
  },
);
