import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { makePicture } from '#server/testing/files/corpus.ts';
import type { Storage } from '#server/adapters/storage/storage.ts';
import { makeCopies } from './copies.ts';
import {
  KEY,
  lastRun,
  run,
  startQueuedDocuments,
  USERNAME,
  type QueuedDocuments,
} from '#server/testing/queued-documents.ts';
import { PASSWORD } from '#server/testing/test-server.ts';
import { upload } from '#server/testing/uploads.ts';
import { convertDocumentHandler } from './convert-document.ts';
import { makePdfHandler } from './make-pdf.ts';

let server: QueuedDocuments['server'];
let context: QueuedDocuments['context'];
let applicant: QueuedDocuments['applicant'];
let uploaded: QueuedDocuments['uploaded'];
let stateOf: QueuedDocuments['stateOf'];
let withBroken: QueuedDocuments['withBroken'];
beforeEach(async () => {
  ({ server, context, applicant, uploaded, stateOf, withBroken } = await startQueuedDocuments());
});

const latestCopy = () => context.database.kysely.selectFrom('copies').selectAll().executeTakeFirstOrThrow();

test.each([
  ['COMPLETED', async () => makePicture({ type: 'png' })],
  ['FAILED', async () => Buffer.from('<html>hello</html>')],
])(
  'a copy that says that a file is on its way is printed anew once its conversion is %s',
  { tags: 'slow' },
  async (end, file) => {
    const conversion = await uploaded(await file());
    await applicant.get('/api/pdf');
    const { generation } = await latestCopy();
    await makePdfHandler(context)({ generation }, run);
    expect((await applicant.get('/api/pdf')).body.status).toBe('COMPLETED');
    await convertDocumentHandler(context)({ generation: conversion }, run);
    expect((await stateOf()).status).toBe(end);
    expect((await applicant.get('/api/pdf')).body.status).toBe('UNPROCESSED');
    expect((await latestCopy()).generation).not.toBe(generation);
  },
);

test('a copy stays when a conversion ends whose file has been deleted', { tags: 'long' }, async () => {
  const conversion = await uploaded(await makePicture({ type: 'png' }));
  const begun = await context.conversions.begin(conversion);
  expect(begun).toBeDefined();
  await applicant.delete(`/api/document-answer/${KEY}`);
  await applicant.get('/api/pdf');
  const { generation } = await latestCopy();
  await makePdfHandler(context)({ generation }, run);
  if (begun) await context.conversions.complete(begun, { pdf: Buffer.from('%PDF-'), fileSize: 5 });
  await context.conversions.fail(conversion, 'late');
  expect((await applicant.get('/api/pdf')).body.status).toBe('COMPLETED');
});

test(
  'a copy is printed sixty times an hour; then the one that is there is shown until the next hour',
  { tags: 'long' },
  async () => {
    const asked = async () => (await applicant.get('/api/pdf')).body;
    const change = (city: string) => applicant.put('/api/answer', { answers: { city } });
    for (let n = 0; n < 60; n += 1) {
      await change(`City ${n}`);
      expect(await asked()).toMatchObject({ status: 'UNPROCESSED' });
      const { generation } = await latestCopy();
      await context.copies.begin(generation);
      const accountId = (await context.applicants.find(USERNAME))?.id ?? '';
      const printRevision = await context.applications.printRevision(accountId);
      await context.copies.complete(generation, { accountId, pdf: Buffer.from('%PDF-'), printRevision });
    }
    const { url } = await asked();
    await change('Scranton');
    expect(await asked()).toMatchObject({ status: 'COMPLETED', url });
    expect((await applicant.send({ method: 'GET', url })).status).toBe(200);
    await context.database.kysely.deleteFrom('copies').execute();
    expect((await applicant.get('/api/pdf')).status).toBe(429);
    server.clock.advance(3_600_000);
    await applicant.post('/public/login', { username: USERNAME, password: PASSWORD });
    expect(await asked()).toMatchObject({ status: 'UNPROCESSED' });
  },
);

test(
  'a copy that cannot be printed is FAILED with a sentence, and tried again a minute later',
  { tags: 'slow' },
  async () => {
    await applicant.get('/api/pdf');
    const { generation } = await latestCopy();
    await expect(makePdfHandler(withBroken('printer'))({ generation }, lastRun)).rejects.toThrow('broken');
    expect((await applicant.get('/api/pdf')).body).toEqual({
      status: 'FAILED',
      url: '',
      message: expect.stringContaining('try again'),
    });
    server.clock.advance(61_000);
    expect((await applicant.get('/api/pdf')).body.status).toBe('UNPROCESSED');
  },
);

test(
  'the log reports a document that is missing from the storage, but not a deleted one',
  { tags: 'slow' },
  async () => {
    for (const key of ['college_transcript', KEY])
      await upload(applicant, key, await makePicture({ type: 'png' }), 'a.png');
    const { rows } = await context.database.pool.query<{ generation: string }>(
      'SELECT generation FROM documents',
    );
    for (const { generation } of rows) await convertDocumentHandler(context)({ generation }, run);
    await applicant.get('/api/pdf');
    const { generation } = await latestCopy();
    const warnings: unknown[][] = [];
    const broken = {
      ...context,
      documents: {
        ...context.documents,
        async read() {
          await applicant.delete(`/api/document-answer/${KEY}`);
          return undefined;
        },
      },
      printer: { ...context.printer, isInstalled: () => true },
      converter: { ...context.converter, merge: async () => Buffer.from('%PDF-') },
      log: { ...context.log, warn: (...told: unknown[]) => void warnings.push(told) },
    };
    await makePdfHandler(broken)({ generation }, run);
    expect(warnings).toEqual([[{ numLost: 1 }, expect.stringContaining('missing from the storage')]]);
  },
);

test(
  'a second worker that prints the same copy does not undo the work of the first',
  { tags: 'slow' },
  async () => {
    await applicant.get('/api/pdf');
    const { generation, account_id: accountId } = await latestCopy();
    await context.copies.begin(generation);
    const done = { accountId, pdf: Buffer.from('%PDF-'), printRevision: 0 };
    await context.copies.complete(generation, done);
    await context.copies.complete(generation, done);
    const path = join(server.dataDir, 'storage/copies', accountId, `${generation}.pdf`);
    expect(existsSync(path)).toBe(true);
  },
);

test(
  'a copy that another one replaced while it was printed ends its job, also when it cannot be deleted',
  { tags: 'slow' },
  async () => {
    const accountId = (await context.applicants.find(USERNAME))?.id ?? '';
    const { database, clock, queue, secrets, rateLimits } = context;
    const storage: Storage = { ...context.storage, delete: () => Promise.reject(new Error('broken')) };
    const copies = makeCopies({ database, clock, queue, storage, secrets, rateLimits });
    const late = copies.complete(run.id, { accountId, pdf: Buffer.from('%PDF-'), printRevision: 0 });
    await expect(late).resolves.toBeUndefined();
  },
);

test('a copy that ends while its applicant is deleted waits for nothing, and leaves no file', async () => {
  await applicant.get('/api/pdf');
  const { generation, account_id: accountId } = await latestCopy();
  const done = { accountId, pdf: Buffer.from('%PDF-'), printRevision: 0 };
  const erased = await context.erasure.erase(USERNAME, async () => {
    await context.copies.complete(generation, done);
    return true;
  });
  expect(erased).toEqual({ numFilesLeft: 0 });
  expect(existsSync(join(server.dataDir, 'storage/copies', accountId, `${generation}.pdf`))).toBe(false);
});
