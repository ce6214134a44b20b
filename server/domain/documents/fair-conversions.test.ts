import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { fileKeys } from '#form/stored-keys.ts';
import { makePicture } from '#server/testing/files/corpus.ts';
import type { Context } from '#server/context.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { upload } from '#server/testing/uploads.ts';
import type { Visitor } from '#server/testing/visitor.ts';
import { mailJob, sendMailHandler } from '#server/domain/mails/send-mail.ts';
import { conversionJob, convertDocumentHandler, startConversions } from './convert-document.ts';

const KEY = 'employ_resume';
const HANGS = Buffer.from('a file that hangs');
const run = { id: 'job', signal: new AbortController().signal, isLastAttempt: false };

let server: TestServer;
let context: Context;

beforeEach(async () => {
  server = await startTestServer({ hasWorkers: false });
  onTestFinished(() => server.close());
  context = server.context;
  await context.queue.work(mailJob, sendMailHandler(context));
});

const statusOf = async (visitor: Visitor, key = KEY) =>
  (await visitor.get(`/api/pdf/document-answer/${key}`)).body.status;

/** Returns the context with a converter that hangs on some files until it is told to stop, or the test ends. */
function withHanging(parts: Partial<Context['conversions']> = {}): Context {
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  onTestFinished(() => end());
  const converter: Context['converter'] = {
    ...context.converter,
    async convert(file, signal) {
      if (!file.equals(HANGS)) return context.converter.convert(file, signal);
      const stopped = new Promise<void>((resolve) => {
        signal?.addEventListener('abort', () => resolve());
        // On a busy machine, the share may be over before the file is read.
        if (signal?.aborted) resolve();
      });
      await Promise.race([stopped, isOver]);
      throw new Error('The job was called off.');
    },
  };
  return { ...context, converter, conversions: { ...context.conversions, ...parts } };
}

async function generationOf(answerKey: string): Promise<string> {
  const { generation } = await context.database.kysely
    .selectFrom('documents')
    .select('generation')
    .where('answer_key', '=', answerKey)
    .executeTakeFirstOrThrow();
  return generation;
}

test('four accounts full of files that hang delay nobody else', { tags: 'slow' }, async () => {
  const attackers = await Promise.all([1, 2, 3, 4].map(() => server.applicant()));
  for (const key of fileKeys)
    for (const attacker of attackers) await upload(attacker, key, HANGS, 'hangs.docx');
  const { conversions, database } = context;
  const rows = await database.kysely.selectFrom('documents').select('account_id').execute();
  const areAttackers = new Set(rows.map(({ account_id }) => account_id));
  await startConversions(
    withHanging({
      // Their share is small here, and one file that hangs uses it up.
      async timeLeftMs(accountId) {
        const leftMs = await conversions.timeLeftMs(accountId);
        return areAttackers.has(accountId) ? Math.min(20, leftMs) : leftMs;
      },
      spend: (accountId, ms) => conversions.spend(accountId, ms + 15_000),
    }),
  );
  const other = await server.applicant();
  await upload(other, KEY, await makePicture({ type: 'png' }), 'resume.png');
  await vi.waitFor(async () => expect(await statusOf(other)).toBe('COMPLETED'), 90_000);
  for (const attacker of attackers) expect(await statusOf(attacker)).toMatch(/UNPROCESSED|IN_PROGRESS/);
  // On a busy machine, some of the attackers' jobs each wait for a poll. Without turns, nobody else's file would be
  // converted.
});

test(
  'a file beyond its applicant’s share waits, and is still converted completely',
  { tags: 'slow' },
  async () => {
    const applicant = await server.applicant();
    await upload(applicant, KEY, await makePicture({ type: 'png' }), 'resume.png');
    const generation = await generationOf(KEY);
    const begun = await context.conversions.begin(generation);
    await context.conversions.spend(begun?.accountId ?? '', 20_000);
    await convertDocumentHandler(context, 'prompt')({ generation }, run);
    expect(await statusOf(applicant)).toBe('UNPROCESSED');
    await context.queue.work(conversionJob, convertDocumentHandler(context, 'late'), 1, 'late');
    await vi.waitFor(async () => expect(await statusOf(applicant)).toBe('COMPLETED'), 20_000);
  },
);

test('a share is full again after an hour', async () => {
  const { conversions } = context;
  const { id } = await server.account();
  expect(await conversions.timeLeftMs(id)).toBe(15_000);
  await conversions.spend(id, 9_000.4);
  expect(await conversions.timeLeftMs(id)).toBe(5999);
  await conversions.spend(id, 90_000);
  expect(await conversions.timeLeftMs(id)).toBe(0);
  server.clock.advance(3_600_000);
  expect(await conversions.timeLeftMs(id)).toBe(15_000);
});

test('a file that hangs is put back when the share ends, and not called the applicant’s fault', async () => {
  const applicant = await server.applicant();
  await upload(applicant, KEY, HANGS, 'hangs.docx');
  const generation = await generationOf(KEY);
  const hanging = withHanging({ timeLeftMs: async () => 10 });
  await convertDocumentHandler(hanging, 'prompt')({ generation }, run);
  expect(await statusOf(applicant)).toBe('UNPROCESSED');
});

test('accounts beyond their share take turns', { tags: 'slow' }, async () => {
  const [many, few] = [await server.applicant('many@example.com'), await server.applicant('few@example.com')];
  const [first, second] = fileKeys;
  for (const key of [first, second]) await upload(many, key ?? '', HANGS, 'a.docx');
  await upload(few, KEY, HANGS, 'b.docx');
  const rows = await context.database.kysely
    .selectFrom('documents')
    .innerJoin('accounts', 'accounts.id', 'documents.account_id')
    .select(['generation', 'account_id', 'username'])
    .orderBy('username', 'desc')
    .execute();
  for (const { generation, account_id: accountId } of rows)
    await context.conversions.putBack({ generation, accountId, uploadKey: '' });
  const turns: (string | undefined)[] = [];
  await context.queue.work(
    conversionJob,
    async ({ generation }) => void turns.push(rows.find((row) => row.generation === generation)?.username),
    1,
    'late',
  );
  await vi.waitFor(() => expect(turns).toHaveLength(3), 20_000);
  expect(turns).toEqual(['many@example.com', 'few@example.com', 'many@example.com']);
});
