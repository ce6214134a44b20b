import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv as parseEnvFile } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { adoptStorage } from '#server/domain/documents/installation.ts';
import { PASSWORD, useTestServer } from '#server/testing/test-server.ts';
import { silentLog } from '#server/testing/silent-log.ts';
import { parseEnv } from '#server/env.ts';
import { privacy as secondPrivacy } from '#testing/tenant-meridian/privacy.ts';
import { brokenPromises, databaseClock, doctor } from './doctor.ts';

const server = useTestServer();

test(
  'says for which scripts no font is installed, also while the database is down',
  { tags: 'slow' },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'admissions-doctor-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const env = parseEnv({ DATA_DIR: folder, DATABASE_URL: 'postgres://user:password@127.0.0.1:1/none' });
    const lines: string[] = [];
    const run = doctor.read([], {});
    await run({ env, log: silentLog, print: (line) => void lines.push(line) }).catch(() => undefined);
    expect(lines).toContainEqual(expect.stringMatching(/^fonts: (none for [A-Z]|for all scripts)/));
  },
);

test.each([
  { apart: 0, says: { isFault: false, text: 'ok' } },
  { apart: 4, says: { isFault: false, text: 'ok' } },
  { apart: -90, says: { isFault: true, text: '90 s ahead of this machine' } },
  { apart: 3600, says: { isFault: true, text: '3600 s behind this machine' } },
])('compares the clock of the database with one that is $apart seconds ahead', async ({ apart, says }) => {
  const clock = { now: () => new Date(Date.now() + apart * 1000) };
  expect(await databaseClock({ ...server().context, clock })).toEqual(says);
});

async function examined(
  source: Readonly<Record<string, string>>,
  options: Readonly<Record<string, unknown>>,
) {
  const folder = mkdtempSync(join(tmpdir(), 'admissions-doctor-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const { env: own, database } = server().context;
  const { host = '', user = '', database: name = '' } = database.connection;
  const DATABASE_URL = `postgres://${user}@/${name}?host=${encodeURIComponent(host)}`;
  const SECRET_KEYS = own.SECRET_KEYS?.join();
  const env = parseEnv({ DATA_DIR: folder, DATABASE_URL, SECRET_KEYS, ...source });
  const run = doctor.read([], options);
  const failure = await run({ env, log: silentLog, print }).catch((error: unknown) => error);
  return { lines, failure };
}

test('ends with the parts that are down, and says why', { tags: 'slow' }, async () => {
  const { lines, failure } = await examined(
    {
      SMTP_URL: 'smtp://127.0.0.1:9',
      S3_ENDPOINT: 'http://127.0.0.1:9',
      S3_REGION: 'us-east-1',
      S3_BUCKET: 'documents',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
    },
    {},
  );
  expect(lines).toEqual(
    expect.arrayContaining([
      'database: ok',
      'storage: down (ECONNREFUSED)',
      'mail: down (ESOCKET ECONNREFUSED)',
      'backup: none in a month',
    ]),
  );
  expect(failure).toMatchObject({ message: 'Not as it should be: storage, mail.' });
});

test(
  'reports a mail that the mail server has not taken for more than a quarter of an hour',
  { tags: 'slow' },
  async () => {
    const { context, mail, visitor } = server();
    mail.failures.push(new Error('EENVELOPE 550 5.7.1.'));
    await visitor().post('/public/signup', { username: 'late@example.com', password: PASSWORD });
    await expect.poll(() => context.lateMails.all(), { timeout: 20_000 }).toMatchObject({ count: 1 });
    const { pool } = context.database;
    onTestFinished(async () => {
      await pool.query("DELETE FROM pgboss.job WHERE name = 'send-mail'");
    });
    const wait = (since: string) =>
      pool.query(
        `UPDATE pgboss.job SET start_after = now() + interval '1 hour', created_on = now() - $1::interval
       WHERE name = 'send-mail'`,
        [since],
      );
    const late = /; 1 waiting since \d{4}-\S+Z: EENVELOPE 550 5\.7\.1\.$/;
    await wait('1 minute');
    const early = await examined({}, {});
    expect(early.lines).toContainEqual(expect.stringMatching(late));
    expect(early.lines).toContain('mail: ok');
    await wait('1 hour');
    const { lines, failure } = await examined({}, {});
    expect(lines).toContainEqual(
      expect.stringMatching(/^mail: down \(1 waiting since .*: EENVELOPE 550 5\.7\.1\.\)$/),
    );
    expect(failure).toMatchObject({ message: expect.stringMatching(/^Not as it should be: .*\bmail\.$/) });
  },
);

test('names a storage of another database', { tags: 'slow' }, async () => {
  await adoptStorage(server().context);
  const { lines, failure } = await examined({}, {});
  expect(lines).toContainEqual(expect.stringMatching(/^storage: down \(has the id of another database/));
  expect(failure).toMatchObject({ message: 'Not as it should be: storage.' });
});

test('sends a mail only from outside', async () => {
  const { failure } = await examined({}, { mail: 'ada@example.edu' });
  expect(failure).toMatchObject({ message: '--mail goes with --from-outside.' });
});

const THREE_YEARS = 'We use it to decide on your application, and delete it after three years.';

test.each([
  { privacyText: secondPrivacy, days: '0', warns: [THREE_YEARS] },
  { privacyText: ['Hello. We keep it for 90 days. Goodbye.'], days: '0', warns: ['We keep it for 90 days.'] },
  { privacyText: ['A cookie lasts 12 hours. We share it with no one.'], days: '0', warns: [] },
  { privacyText: secondPrivacy, days: '1095', warns: [] },
])('warns while a promised time is not kept: $warns with $days', ({ privacyText, days, warns }) => {
  const env = parseEnv({ DATA_DIR: tmpdir(), DELETE_SUBMITTED_DAYS: days });
  expect(brokenPromises(env, privacyText)).toEqual(warns.map((text) => expect.stringContaining(`“${text}”`)));
});

test('the set-up of the second university keeps what its privacy text promises', () => {
  const env = parseEnv(parseEnvFile(readFileSync('src/testing/tenant-meridian/server.env', 'utf8')));
  expect(brokenPromises(env, secondPrivacy)).toEqual([]);
});
