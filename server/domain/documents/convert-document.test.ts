import { existsSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, expect, test, vi } from 'vitest';
import { testEach } from '#testing/test-each.ts';
import { makePicture } from '#server/testing/files/corpus.ts';
import type { Storage } from '#server/adapters/storage/storage.ts';
import { completeAnswers } from '#server/testing/complete-answers.ts';
import {
  KEY,
  run,
  startQueuedDocuments,
  USERNAME,
  type QueuedDocuments,
} from '#server/testing/queued-documents.ts';
import { PASSWORD, START } from '#server/testing/test-server.ts';
import { upload } from '#server/testing/uploads.ts';
import type { Visitor } from '#server/testing/visitor.ts';
import { conversionJob, convertDocumentHandler } from './convert-document.ts';
import { STALLED_MS, sweepDocumentsHandler } from './sweep-documents.ts';

let server: QueuedDocuments['server'];
let context: QueuedDocuments['context'];
let applicant: QueuedDocuments['applicant'];
let uploaded: QueuedDocuments['uploaded'];
let stateOf: QueuedDocuments['stateOf'];
beforeEach(async () => {
  ({ server, context, applicant, uploaded, stateOf } = await startQueuedDocuments());
});

test(
  'a worker that dies in the middle leaves a job that another one finishes, once',
  { tags: 'slow' },
  async () => {
    const generation = await uploaded(await makePicture({ type: 'png' }));
    await context.conversions.begin(generation);
    expect((await stateOf()).status).toBe('IN_PROGRESS');

    const convert = convertDocumentHandler(context);
    await Promise.all([convert({ generation }, run), convert({ generation }, run)]);
    await convert({ generation }, run);
    expect((await stateOf()).status).toBe('COMPLETED');
  },
);

test(
  'the documents of one applicant are converted one after the other, and delay nobody else',
  { tags: 'slow' },
  async () => {
    const keys = ['college_transcript', 'employ_resume', 'college_2_transcript'];
    const picture = await makePicture({ type: 'png' });
    const slow = Buffer.concat([picture, Buffer.from('slow')]);
    for (const key of keys) await upload(applicant, key, slow, 'a.png');
    const other = await server.applicant('other@example.com');
    const { promise: othersIsDone, resolve: letGo } = Promise.withResolvers<void>();
    let numSlow = 0;
    let mostSlow = 0;
    const converter = {
      ...context.converter,
      async convert(file: Buffer) {
        if (!file.equals(slow)) return context.converter.convert(file);
        mostSlow = Math.max(mostSlow, (numSlow += 1));
        await othersIsDone;
        numSlow -= 1;
        return context.converter.convert(picture);
      },
    };
    await context.queue.work(conversionJob, convertDocumentHandler({ ...context, converter }), 2);
    await vi.waitFor(() => expect(numSlow).toBe(1), 10_000);
    await upload(other, KEY, picture, 'b.png');

    const statusOf = async (visitor: Visitor, key: string) =>
      (await visitor.get(`/api/pdf/document-answer/${key}`)).body.status;
    await vi.waitFor(async () => expect(await statusOf(other, KEY)).toBe('COMPLETED'), 10_000);
    letGo();
    for (const key of keys)
      await vi.waitFor(async () => expect(await statusOf(applicant, key)).toBe('COMPLETED'), 10_000);
    expect(mostSlow).toBe(1);
  },
);

test('a file that is replaced is deleted at once; a conversion that was about to read it ends quietly', async () => {
  const picture = await makePicture({ type: 'png' });
  const old = await uploaded(picture);
  const conversion = await context.conversions.begin(old);
  const path = join(server.dataDir, 'storage', conversion?.uploadKey ?? '');
  expect(existsSync(path)).toBe(true);
  const storage: Storage = {
    ...context.storage,
    async read(key) {
      await uploaded(picture);
      return context.storage.read(key);
    },
  };
  await convertDocumentHandler({ ...context, storage })({ generation: old }, run);
  expect(existsSync(path)).toBe(false);
  expect((await stateOf()).status).toBe('UNPROCESSED');
});

testEach(['UNPROCESSED', 'IN_PROGRESS'])(
  'a conversion that is %s waits for a worker as long as it takes, and its file with it',
  { short: 0 },
  async (status) => {
    const generation = await uploaded(await makePicture({ type: 'png' }));
    if (status === 'IN_PROGRESS') await context.conversions.begin(generation);
    const { upload_key } = await context.database.kysely
      .selectFrom('documents')
      .select('upload_key')
      .executeTakeFirstOrThrow();
    utimesSync(join(server.dataDir, 'storage', upload_key), START, START);
    server.clock.advance(25 * 3_600_000);
    await sweepDocumentsHandler(context)({}, run);
    await applicant.post('/public/login', { username: USERNAME, password: PASSWORD });
    expect((await stateOf()).status).toBe(status);
    await convertDocumentHandler(context)({ generation }, run);
    expect((await stateOf()).status).toBe('COMPLETED');
  },
);

test.each(['UNPROCESSED', 'IN_PROGRESS'])(
  'a conversion whose job is gone while it is %s fails, whether or not anybody asks',
  async (status) => {
    const generation = await uploaded(await makePicture({ type: 'png' }));
    if (status === 'IN_PROGRESS') await context.conversions.begin(generation);
    expect((await stateOf()).status).toBe(status);
    await sql`DELETE FROM pgboss.job WHERE name = ${conversionJob.name}`.execute(context.database.kysely);
    server.clock.advance(STALLED_MS + 1000);
    await sweepDocumentsHandler(context)({}, run);
    await applicant.post('/public/login', { username: USERNAME, password: PASSWORD });
    expect((await applicant.get('/api/document-answer')).body[KEY].status).toBe('FAILED');
    expect((await stateOf()).message).toContain('took too long');
    await convertDocumentHandler(context)({ generation }, run);
    expect((await stateOf()).status).toBe('FAILED');
  },
);

test('an application is submitted once its conversions are over, and its copy says how they ended', async () => {
  await applicant.put('/api/answer', { answers: completeAnswers });
  const generation = await uploaded(await makePicture({ type: 'png' }));
  const wait = 'Please wait until the file upload has completed.';
  const refusal = { status: 422, body: { message: wait, errors: { [KEY]: [wait] } } };
  expect(await applicant.post('/api/submit')).toMatchObject(refusal);
  await context.conversions.begin(generation);
  expect(await applicant.post('/api/submit')).toMatchObject(refusal);
  expect((await applicant.get('/api/profile')).body.answer).not.toHaveProperty('submit_date');

  await context.conversions.fail(generation, 'It is damaged.');
  expect((await applicant.post('/api/submit')).status).toBe(200);
  expect(await frozenStatus()).toBe('FAILED');
});

test('missing answers are named before files that have to be waited for, both at their questions', async () => {
  await uploaded(await makePicture({ type: 'png' }));
  const { status, body } = await applicant.post('/api/submit');
  expect(status).toBe(422);
  expect(body.message).toBe("We're missing some information!");
  expect(Object.keys(body.errors)).toEqual(expect.arrayContaining([KEY, 'first_name']));
});

test(
  'if a submission and a conversion end at the same moment, no copy says that the conversion still runs',
  { tags: 'slow' },
  async () => {
    await applicant.put('/api/answer', { answers: completeAnswers });
    const generation = await uploaded(await makePicture({ type: 'png' }));
    const submit = async () => (await applicant.post('/api/submit')).status;
    const statuses = [submit(), submit()];
    const conversion = convertDocumentHandler(context)({ generation }, run);
    for (let index = 0; index < 20; index += 1) statuses.push(submit());
    await conversion;
    statuses.push(submit());
    expect((await Promise.all(statuses)).filter((status) => status === 200)).toHaveLength(1);
    expect(await frozenStatus()).toBe('COMPLETED');
  },
);

async function frozenStatus(): Promise<unknown> {
  const { rows } = await context.database.pool.query('SELECT frozen FROM submissions');
  return rows[0].frozen.document_answer[KEY].status;
}

test('a deleted conversion keeps nothing that its worker still delivers', async () => {
  const generation = await uploaded(await makePicture({ type: 'png' }));
  const conversion = await context.conversions.begin(generation);
  if (conversion === undefined) throw new Error('The conversion is there.');
  await applicant.delete(`/api/document-answer/${KEY}`);
  await context.conversions.complete(conversion, { pdf: Buffer.from('%PDF'), fileSize: 1 });
  expect((await stateOf()).status).toBe('NOT_ANSWERED');
  expect(
    existsSync(join(server.dataDir, 'storage/documents', conversion.accountId, `${generation}.pdf`)),
  ).toBe(false);
});

test('a second worker that converts the same file does not undo the work of the first', async () => {
  const generation = await uploaded(await makePicture({ type: 'png' }));
  const [first, second] = [
    await context.conversions.begin(generation),
    await context.conversions.begin(generation),
  ];
  if (first === undefined || second === undefined) throw new Error('The conversion is there.');
  const done = { pdf: Buffer.from('%PDF-'), fileSize: 1 };
  await context.conversions.complete(first, done);
  await context.conversions.complete(second, done);
  await context.conversions.fail(generation, 'Too late.');
  expect(await stateOf()).toMatchObject({ status: 'COMPLETED' });
  const [attached] = await context.documents.attached(first.accountId);
  if (attached === undefined) throw new Error('It is attached.');
  expect((await context.documents.read(attached))?.toString()).toBe('%PDF-');
});
