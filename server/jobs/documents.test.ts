import { sql } from 'kysely';
import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { makeDocx, makePicture, paragraph } from '#server/adapters/converter/corpus.ts';
import { makeConverter } from '#server/adapters/converter/converter.ts';
import { silentLog } from '#server/adapters/log.ts';
import { makePrinter } from '#server/adapters/printer/printer.ts';
import type { Storage } from '#server/adapters/storage/storage.ts';
import { systemReadiness } from '#server/adapters/system-parts.ts';
import type { Context } from '#server/context.ts';
import { makeCopies } from '#server/domain/copies.ts';
import { conversionJob, STALLED_MS } from '#server/domain/document-jobs.ts';
import { completeAnswers } from '#server/testing/complete-answers.ts';
import { PASSWORD, startTestServer, START, type TestServer } from '#server/testing/test-server.ts';
import { postFile, upload } from '#server/testing/uploads.ts';
import type { Visitor } from '#server/testing/visitor.ts';
import { sendMailHandler } from './send-mail.ts';
import { mailJob } from '#server/domain/mail-jobs.ts';
import { convertDocumentHandler } from './convert-document.ts';
import { makePdfHandler } from './make-pdf.ts';
import { sweepDocumentsHandler } from './sweep-documents.ts';

const KEY = 'employ_resume';
const username = 'ada@example.com';
const MACROS = { name: 'word/vbaProject.bin', content: Buffer.from('CANARY') };
const ID = '00000000-0000-4000-8000-000000000000';
const run = { id: ID, signal: new AbortController().signal, isLastTry: false };
const lastRun = { ...run, isLastTry: true };

let server: TestServer;
let context: Context;
let applicant: Visitor;

/** Mails are sent, but conversions stay queued: each test runs the handler itself. */
beforeEach(async () => {
  server = await startTestServer({ hasWorkers: false });
  onTestFinished(() => server.close());
  context = server.context;
  await context.queue.work(mailJob, sendMailHandler(context));
  applicant = await server.applicant(username);
});

async function uploaded(file: Buffer): Promise<string> {
  const { body: form } = await applicant.post('/api/presigned-url', { answer_key: KEY });
  await postFile(applicant, form, file);
  await applicant.post(`/api/pdf/document-answer/${KEY}`, { file_key: form.fields.key, file_name: 'cv.png' });
  const row = await context.database.kysely
    .selectFrom('documents')
    .select('generation')
    .where('upload_key', '=', form.fields.key)
    .executeTakeFirstOrThrow();
  return row.generation;
}

const stateOf = async () => (await applicant.get(`/api/pdf/document-answer/${KEY}`)).body;

/** Returns a context in which one part fails at every use. */
function withBroken<K extends 'converter' | 'printer'>(name: K): Context {
  const fail = () => Promise.reject(new Error('broken'));
  return { ...context, [name]: { ...context[name], convert: fail, print: fail } };
}

test('a worker that dies in the middle leaves a job that another one finishes, once', async () => {
  const generation = await uploaded(await makePicture({ type: 'png' }));
  await context.conversions.begin(generation);
  expect((await stateOf()).status).toBe('IN_PROGRESS');

  const convert = convertDocumentHandler(context);
  await Promise.all([convert({ generation }, run), convert({ generation }, run)]);
  await convert({ generation }, run);
  expect((await stateOf()).status).toBe('COMPLETED');
});

test('the documents of one applicant are converted one after the other, and delay nobody else', async () => {
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
});

test('our own faults are tried again, and after the last try the applicant is told', async () => {
  const generation = await uploaded(await makePicture({ type: 'png' }));
  const convert = convertDocumentHandler(withBroken('converter'));
  await expect(convert({ generation }, run)).rejects.toThrow('broken');
  expect((await stateOf()).status).toBe('IN_PROGRESS');
  await expect(convert({ generation }, lastRun)).rejects.toThrow('broken');
  expect(await stateOf()).toEqual({
    status: 'FAILED',
    message: expect.stringContaining('through no fault of yours'),
  });
});

test.each([
  { reason: 'other-kind', makeFile: async () => Buffer.from('<html>CANARY</html>') },
  { reason: 'word-macros', makeFile: async () => makeDocx({ body: '', more: [MACROS] }) },
  { reason: 'pdf-cut-off', makeFile: async () => Buffer.from('%PDF-1.7 CANARY') },
  { reason: 'picture-damaged', makeFile: async () => (await makePicture({ type: 'png' })).subarray(0, 40) },
  { reason: 'lost', makeFile: () => makePicture({ type: 'png' }), isLost: true },
])('the log tells why a file is refused ($reason), and nothing of the file', async ({ makeFile, ...how }) => {
  const lines: unknown[] = [];
  const log = { ...silentLog, info: (...line: readonly unknown[]) => void lines.push(line) };
  const generation = await uploaded(await makeFile());
  const storage = { ...context.storage, ...('isLost' in how && { read: async () => undefined }) };
  await convertDocumentHandler({ ...context, storage, log })({ generation }, run);
  expect(lines).toEqual([[{ reason: how.reason }, 'A document was refused.']]);
});

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

test.each(['UNPROCESSED', 'IN_PROGRESS'])(
  'a conversion that is %s waits for a worker as long as it takes, and its file with it',
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
    await applicant.post('/public/login', { username, password: PASSWORD });
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
    await applicant.post('/public/login', { username, password: PASSWORD });
    expect((await applicant.get('/api/document-answer')).body[KEY].status).toBe('FAILED');
    expect((await stateOf()).message).toContain('took too long');
    await convertDocumentHandler(context)({ generation }, run);
    expect((await stateOf()).status).toBe('FAILED');
  },
);

test.each([
  ['COMPLETED', async () => makePicture({ type: 'png' })],
  ['FAILED', async () => Buffer.from('<html>hello</html>')],
])(
  'a copy that says that a file is on its way is printed anew once its conversion is %s',
  async (end, file) => {
    const conversion = await uploaded(await file());
    await applicant.get('/api/pdf');
    const printed = () => context.database.kysely.selectFrom('copies').selectAll().executeTakeFirstOrThrow();
    const { generation } = await printed();
    await makePdfHandler(context)({ generation }, run);
    expect((await applicant.get('/api/pdf')).body.status).toBe('COMPLETED');
    await convertDocumentHandler(context)({ generation: conversion }, run);
    expect((await stateOf()).status).toBe(end);
    expect((await applicant.get('/api/pdf')).body.status).toBe('UNPROCESSED');
    expect((await printed()).generation).not.toBe(generation);
  },
);

test('a copy stays when a conversion ends whose file was deleted meanwhile', async () => {
  const conversion = await uploaded(await makePicture({ type: 'png' }));
  const begun = await context.conversions.begin(conversion);
  expect(begun).toBeDefined();
  await applicant.delete(`/api/document-answer/${KEY}`);
  await applicant.get('/api/pdf');
  const { generation } = await context.database.kysely
    .selectFrom('copies')
    .select('generation')
    .executeTakeFirstOrThrow();
  await makePdfHandler(context)({ generation }, run);
  if (begun) await context.conversions.complete(begun, { pdf: Buffer.from('%PDF-'), fileSize: 5 });
  await context.conversions.fail(conversion, 'late');
  expect((await applicant.get('/api/pdf')).body.status).toBe('COMPLETED');
});

test('a copy is printed sixty times an hour; then the one that is there is shown until the next hour', async () => {
  const asked = async () => (await applicant.get('/api/pdf')).body;
  const change = (city: string) => applicant.put('/api/answer', { answers: { city } });
  for (let n = 0; n < 60; n += 1) {
    await change(`City ${n}`);
    expect(await asked()).toMatchObject({ status: 'UNPROCESSED' });
    const { generation } = await context.database.kysely
      .selectFrom('copies')
      .select('generation')
      .executeTakeFirstOrThrow();
    await context.copies.begin(generation);
    const accountId = (await context.applicants.find(username))?.id ?? '';
    const revision = await context.applications.revision(accountId);
    await context.copies.complete(generation, { accountId, pdf: Buffer.from('%PDF-'), revision });
  }
  const { url } = await asked();
  await change('Scranton');
  expect(await asked()).toMatchObject({ status: 'COMPLETED', url });
  expect((await applicant.send({ method: 'GET', url })).status).toBe(200);
  await context.database.kysely.deleteFrom('copies').execute();
  expect((await applicant.get('/api/pdf')).status).toBe(429);
  server.clock.advance(3_600_000);
  await applicant.post('/public/login', { username, password: PASSWORD });
  expect(await asked()).toMatchObject({ status: 'UNPROCESSED' });
});

test('a copy that cannot be printed is FAILED with a sentence, and tried again a minute later', async () => {
  await applicant.get('/api/pdf');
  const { generation } = await context.database.kysely
    .selectFrom('copies')
    .select('generation')
    .executeTakeFirstOrThrow();
  await expect(makePdfHandler(withBroken('printer'))({ generation }, lastRun)).rejects.toThrow('broken');
  expect((await applicant.get('/api/pdf')).body).toEqual({
    status: 'FAILED',
    url: '',
    message: expect.stringContaining('try again'),
  });
  server.clock.advance(61_000);
  expect((await applicant.get('/api/pdf')).body.status).toBe('UNPROCESSED');
});

test('a document that is gone from the storage is missed in the log, and one that was deleted is not', async () => {
  for (const key of ['college_transcript', KEY])
    await upload(applicant, key, await makePicture({ type: 'png' }), 'a.png');
  const { rows } = await context.database.pool.query<{ generation: string }>(
    'SELECT generation FROM documents',
  );
  for (const { generation } of rows) await convertDocumentHandler(context)({ generation }, run);
  await applicant.get('/api/pdf');
  const { generation } = await context.database.kysely
    .selectFrom('copies')
    .select('generation')
    .executeTakeFirstOrThrow();
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
    printer: { ...context.printer, isInstalled: () => true, print: async () => Buffer.from('%PDF-') },
    converter: { ...context.converter, merge: async (printed: Buffer) => printed },
    log: { ...context.log, warn: (...told: unknown[]) => void warnings.push(told) },
  };
  await makePdfHandler(broken)({ generation }, run);
  expect(warnings).toEqual([[{ numLost: 1 }, expect.stringContaining('missing from the storage')]]);
});

test('of two workers that print the same copy, the later one takes nothing from the earlier', async () => {
  await applicant.get('/api/pdf');
  const { generation, account_id: accountId } = await context.database.kysely
    .selectFrom('copies')
    .select(['generation', 'account_id'])
    .executeTakeFirstOrThrow();
  await context.copies.begin(generation);
  const done = { accountId, pdf: Buffer.from('%PDF-'), revision: 0 };
  await context.copies.complete(generation, done);
  await context.copies.complete(generation, done);
  const path = join(server.dataDir, 'storage/copies', accountId, `${generation}.pdf`);
  expect(existsSync(path)).toBe(true);
});

test('a copy that another one replaced while it was printed ends its job, also when it cannot be deleted', async () => {
  const accountId = (await context.applicants.find(username))?.id ?? '';
  const { database, clock, queue, secrets } = context;
  const storage: Storage = { ...context.storage, delete: () => Promise.reject(new Error('broken')) };
  const copies = makeCopies({ database, clock, queue, storage, secrets, rateFactor: 1 });
  const late = copies.complete(ID, { accountId, pdf: Buffer.from('%PDF-'), revision: 0 });
  await expect(late).resolves.toBeUndefined();
});

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

test('what is missing is said before what has to be waited for, with both at their questions', async () => {
  await uploaded(await makePicture({ type: 'png' }));
  const { status, body } = await applicant.post('/api/submit');
  expect(status).toBe(422);
  expect(body.message).toBe("We're missing some information!");
  expect(Object.keys(body.errors)).toEqual(expect.arrayContaining([KEY, 'first_name']));
});

test('of a submission and the end of a conversion at the same moment, no copy says that it still runs', async () => {
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
});

async function frozenStatus(): Promise<unknown> {
  const { rows } = await context.database.pool.query('SELECT frozen FROM submissions');
  return rows[0].frozen.document_answer[KEY].status;
}

test('a deleted conversion keeps nothing of what its worker still brings', async () => {
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

test('of two workers that convert the same file, the later one takes nothing from the earlier', async () => {
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

test('the sweep deletes files that nobody knows, and no others', async () => {
  const generation = await uploaded(await makePicture({ type: 'png' }));
  await convertDocumentHandler(context)({ generation }, run);
  const [document] = await context.documents.attached((await accountId()) ?? '');
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

test.each(['documents', 'copies'])(
  'the sweep finds files of %s by an index, however many there are',
  async (table) => {
    const plan = await context.database.kysely.connection().execute(async (connection) => {
      await sql`SET enable_seqscan = off`.execute(connection);
      const { rows } =
        await sql`EXPLAIN SELECT pdf_key FROM ${sql.table(table)} WHERE pdf_key IN ('a', 'b')`.execute(
          connection,
        );
      await sql`RESET enable_seqscan`.execute(connection);
      return JSON.stringify(rows);
    });
    expect(plan).toContain(`${table}_by_pdf`);
  },
);

async function accountId(): Promise<string | undefined> {
  return (await context.database.kysely.selectFrom('documents').select('account_id').executeTakeFirst())
    ?.account_id;
}

test('where LibreOffice is missing, only Word documents fail, with a sentence for everybody', async () => {
  const converter = makeConverter({ sofficePath: '/nowhere/soffice', sandbox: 'on' });
  const printer = makePrinter({ chromiumPath: '/nowhere/chromium', sandbox: 'on' });
  onTestFinished(() => converter.close());
  expect(await converter.convert(makeDocx({ body: paragraph('x') }))).toEqual({
    status: 'FAILED',
    reason: 'program-missing',
    message: expect.stringMatching(/cannot be converted here .* save it as a PDF/),
  });
  expect((await converter.convert(await makePicture({ type: 'png' }))).status).toBe('COMPLETED');
  const readiness = systemReadiness({ converter, printer });
  const states = await Promise.all(
    Object.entries(readiness).map(async ([name, state]) => [name, await state()]),
  );
  expect(Object.fromEntries(states)).toEqual({
    libreoffice: 'missing',
    'python3-uno': 'ok',
    bubblewrap: 'ok',
    qpdf: 'ok',
    poppler: 'ok',
    chromium: 'missing',
  });
});
