import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { DAY_MS, systemClock } from '#server/adapters/clock.ts';
import { makePicture } from '#server/testing/files/corpus.ts';
import type { Storage } from '#server/adapters/storage/storage.ts';
import { adoptStorage, FOREIGN_STORAGE, hasOwnStorage, INSTALLATION_KEY } from './installation.ts';
import { useS3 } from '#server/testing/s3-stranger.ts';
import { planOf } from '#server/testing/plan-of.ts';
import { startTestServer, START, type TestServer } from '#server/testing/test-server.ts';
import { upload } from '#server/testing/uploads.ts';
import { convertDocumentHandler } from './convert-document.ts';
import { mailJob, sendMailHandler } from '#server/domain/mails/send-mail.ts';
import { sweepDocumentsHandler, sweepFiles } from './sweep-documents.ts';

const s3 = useS3();
const run = { id: 'sweep', signal: new AbortController().signal, isLastAttempt: false };
const OTHERS = randomUUID();

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer({ hasWorkers: false });
  onTestFinished(() => server.close());
  // Files have the times of the real clock.
  server.clock.advance(systemClock.now().getTime() - START.getTime() + 2 * 3_600_000);
});

const storages: readonly [string, () => Promise<Storage>][] = [
  ['a folder', async () => server.context.storage],
  [
    'a bucket',
    async () => {
      await s3().delete(INSTALLATION_KEY);
      return s3();
    },
  ],
];

describe.each(storages)('with %s', (_, storageOf) => {
  async function prepare() {
    const storage = await storageOf();
    const { database } = server.context;
    return { storage, database, parts: { storage, database } };
  }
  const idInDatabase = async () =>
    (await server.context.database.kysely.selectFrom('installation').select('id').executeTakeFirst())?.id;

  test(
    'a new installation, and one of the previous release, gets one id in both',
    { tags: 'slow' },
    async () => {
      const { storage, parts } = await prepare();
      await server.account();
      const key = `documents/${randomUUID()}/known.pdf`;
      await storage.write(key, Buffer.from('%PDF-'));
      const starts = await Promise.all([hasOwnStorage(parts), hasOwnStorage(parts)]);
      expect(starts).toEqual([true, true]);
      expect((await storage.read(INSTALLATION_KEY))?.toString()).toBe(await idInDatabase());
      expect(await storage.size(key)).toBe(5);
      expect(await hasOwnStorage(parts)).toBe(true);
    },
  );

  test('a file that has arrived by a used form is swept, unless a worker still needs it', async () => {
    const { storage, database } = await prepare();
    const { clock } = server;
    const { id } = await server.account();
    const now = clock.now();
    const keys = ['unused', 'used', 'pending'].map((name) => `uploads/${id}/${name}`);
    const [unused = '', used = '', pending = ''] = keys;
    for (const file_key of keys) {
      const used_at = file_key === unused ? null : now;
      const upload = { file_key, account_id: id, answer_key: 'college_transcript', created_at: now, used_at };
      await database.kysely
        .insertInto('uploads')
        .values({ ...upload, refusal: null })
        .execute();
      await storage.write(file_key, Buffer.from('file'));
    }
    await database.kysely
      .insertInto('documents')
      .values({
        account_id: id,
        answer_key: 'college_transcript',
        generation: randomUUID(),
        upload_key: pending,
        file_name: 'a.png',
        file_size: 4,
        status: 'UNPROCESSED',
        message: '',
        pdf_key: null,
        requested_at: now,
      })
      .execute();
    await sweepFiles({ database, clock, storage });
    const sizes = await Promise.all([unused, used, pending].map((key) => storage.size(key)));
    expect(sizes).toEqual([4, undefined, 4]);
  });

  test('the next start finishes one that was killed between the two', { tags: 'slow' }, async () => {
    const { storage, database, parts } = await prepare();
    await database.kysely.insertInto('installation').values({ id: OTHERS, is_in_storage: false }).execute();
    expect(await hasOwnStorage(parts)).toBe(true);
    expect((await storage.read(INSTALLATION_KEY))?.toString()).toBe(OTHERS);
  });

  test.each([
    { what: 'has another id', inDatabase: true, inStorage: OTHERS },
    { what: 'has an id, and the database none', inDatabase: false, inStorage: OTHERS },
    { what: 'has no id, and the database one', inDatabase: true, inStorage: undefined },
  ])('nothing is swept while the storage $what', { tags: 'slow' }, async ({ inDatabase, inStorage }) => {
    const { storage, parts } = await prepare();
    const before = inDatabase && (await hasOwnStorage(parts)) ? await idInDatabase() : undefined;
    await storage.delete(INSTALLATION_KEY);
    if (inStorage !== undefined) await storage.write(INSTALLATION_KEY, Buffer.from(inStorage));
    const orphan = `documents/${randomUUID()}/of-others.pdf`;
    await storage.write(orphan, Buffer.from('%PDF-'));
    const told: unknown[] = [];
    const log = { ...server.context.log, warn: (...words: unknown[]) => void told.push(...words) };
    const context = { ...server.context, storage, log };
    const sweep = sweepDocumentsHandler(context);

    await sweep({}, run);
    expect(told).toEqual([FOREIGN_STORAGE]);
    expect(await storage.size(orphan)).toBe(5);
    expect((await storage.read(INSTALLATION_KEY))?.toString()).toBe(inStorage);
    expect(await idInDatabase()).toBe(before);

    await adoptStorage(parts);
    await sweep({}, run);
    expect(told).toHaveLength(1);
    expect(await storage.size(orphan)).toBeUndefined();
  });

  test(
    'a database without applicants takes no storage with files for its own',
    { tags: 'slow' },
    async () => {
      const { storage, parts } = await prepare();
      const key = `copies/${randomUUID()}/of-others.pdf`;
      await storage.write(key, Buffer.from('%PDF-'));
      expect(await hasOwnStorage(parts)).toBe(false);
      await storage.delete(key);
    },
  );
});

test('the sweep deletes files that no row names, and no others', { tags: 'slow' }, async () => {
  const { context } = server;
  await context.queue.work(mailJob, sendMailHandler(context));
  await upload(await server.applicant(), 'employ_resume', await makePicture({ type: 'png' }), 'cv.png');
  const { generation, account_id } = await context.database.kysely
    .selectFrom('documents')
    .select(['generation', 'account_id'])
    .executeTakeFirstOrThrow();
  await convertDocumentHandler(context)({ generation }, run);
  const [document] = await context.documents.attached(account_id);
  const known = join(server.dataDir, 'storage', document?.pdfKey ?? '');
  const old = new Date(START.getTime() - 2 * 86_400_000);
  const orphans = ['uploads', 'documents', 'copies', '.parts'].map((area) =>
    join(server.dataDir, 'storage', area, ...(area === '.parts' ? ['x.part'] : [randomUUID(), 'orphan.pdf'])),
  );
  for (const path of orphans) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, 'orphan');
    utimesSync(path, old, old);
  }
  utimesSync(known, old, old);

  await sweepDocumentsHandler(context)({}, run);

  expect(orphans.filter((path) => existsSync(path))).toEqual([]);
  expect(existsSync(known)).toBe(true);
});

test('a file that cannot be deleted keeps the sweep from no other', async () => {
  const { context } = server;
  await server.account();
  const old = new Date(START.getTime() - 2 * 86_400_000);
  const orphans = ['a', 'b', 'c'].map((name) => join(server.dataDir, 'storage/uploads/owner', name));
  mkdirSync(dirname(orphans[0] ?? ''), { recursive: true });
  for (const path of orphans) {
    writeFileSync(path, 'orphan');
    utimesSync(path, old, old);
  }
  const storage: Storage = {
    ...context.storage,
    async delete(key) {
      if (key.endsWith('/b')) throw new Error('broken');
      await context.storage.delete(key);
    },
  };
  await sweepDocumentsHandler({ ...context, storage })({}, run);
  expect(orphans.map((path) => existsSync(path))).toEqual([false, true, false]);
});

test.each(['documents', 'copies'] as const)(
  'the sweep finds files of %s by an index, however many there are',
  { tags: 'slow' },
  async (table) => {
    const { database } = server.context;
    const query = database.kysely.selectFrom(table).select('pdf_key').where('pdf_key', 'in', ['a', 'b']);
    expect(await planOf(database, query.compile(), { tables: [table] })).toContain('Index Cond: (pdf_key =');
  },
);

test('a place that was taken back stays invalid for a month', { tags: 'slow' }, async () => {
  const { context, clock } = server;
  const { id } = await server.account();
  const { fields } = await context.uploads.signForm(id, 'employ_resume');
  const place = fields['key'] ?? '';
  const forget = () =>
    context.documents.forget(id, 'employ_resume', [place]).then(
      () => 'void',
      (error: Error) => error.name,
    );
  expect(await forget()).toBe('void');
  for (const { days, outcome } of [
    { days: 29, outcome: 'void' },
    { days: 2, outcome: 'OtherDocumentError' },
  ]) {
    clock.advance(days * DAY_MS);
    await sweepFiles({ database: context.database, clock, storage: context.storage });
    expect(await forget()).toBe(outcome);
  }
});
