import { randomUUID } from 'node:crypto';
import { readdirSync, readlinkSync } from 'node:fs';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { PATIENCE } from '#server/http/connections.ts';
import { makeDocx, paragraph } from '#server/testing/files/corpus.ts';
import { factsOf, isSound, textOf } from '#server/testing/files/probe.ts';
import { cookiesOf, portOf, RawClient } from '#server/testing/raw-client.ts';
import { startTestServer, useTestServer, type TestServer } from '#server/testing/test-server.ts';
import { conversionOf, settled, upload } from '#server/testing/uploads.ts';
import type { Visitor } from '#server/testing/visitor.ts';

vi.setConfig({ testTimeout: 60_000 });
const server = useTestServer();
const KEY = 'college_transcript';
const clients: RawClient[] = [];
afterEach(() => clients.splice(0).forEach(({ socket }) => socket.destroy()));

/** More than the buffers of two sockets take. */
const LARGE_BYTES = 12 * 1024 * 1024;
const LARGE = Buffer.alloc(LARGE_BYTES);

/** Gives an applicant this copy, as the job does when it has printed one. Returns what `/api/pdf` says then. */
async function copyFor({ context, clock }: TestServer, applicant: Visitor, pdf: Buffer) {
  const { username } = (await applicant.get('/api/profile')).body;
  const { id: accountId = '' } = (await context.applicants.find(username)) ?? {};
  const copy = { generation: randomUUID(), revision: await context.applications.printRevision(accountId) };
  await context.database.kysely
    .insertInto('copies')
    .values({
      account_id: accountId,
      ...copy,
      status: 'IN_PROGRESS',
      message: '',
      pdf_key: null,
      requested_at: clock.now(),
    })
    .execute();
  await context.copies.complete(copy.generation, { accountId, pdf, printRevision: copy.revision });
  return (await applicant.get('/api/pdf')).body;
}

/** Starts a download that reads nothing at first. */
async function download(here: TestServer, applicant: Visitor, url: string): Promise<RawClient> {
  const client = new RawClient(await portOf(here.app));
  clients.push(client);
  client.socket.pause();
  return client.send('GET', url, { ...cookiesOf(applicant), connection: 'close' });
}

/** Files of the storage that this process has open. */
function openFiles({ dataDir }: TestServer): readonly string[] {
  return readdirSync('/proc/self/fd')
    .map((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`);
      } catch {
        return '';
      }
    })
    .filter((path) => path.startsWith(`${dataDir}/storage/copies`));
}

const hasOpen = async (here: TestServer, count: number) =>
  vi.waitFor(() => expect(openFiles(here)).toHaveLength(count), 10_000);

test('a copy is sent whole, with its length, whatever range is requested', async () => {
  const applicant = await server().applicant();
  const pdf = Buffer.from('%PDF-1.7 a copy');
  const { url } = await copyFor(server(), applicant, pdf);
  const answer = await applicant.get(url, { range: 'bytes=0-3' });
  expect({ status: answer.status, text: answer.text }).toEqual({ status: 200, text: pdf.toString() });
  expect(answer.headers).toMatchObject({ 'content-length': '15', 'accept-ranges': 'none' });
  const head = await applicant.send({ method: 'HEAD', url });
  expect(head).toMatchObject({ status: 200, text: '', headers: { 'content-length': '15' } });
  await hasOpen(server(), 0);
});

test('twenty slow readers take the memory of a few pieces, and saves go on', { tags: 'long' }, async () => {
  const readers: RawClient[] = [];
  const before = process.memoryUsage().arrayBuffers;
  const applicants = await Promise.all(Array.from({ length: 20 }, () => server().applicant()));
  for (const applicant of applicants) {
    const { url } = await copyFor(server(), applicant, LARGE);
    readers.push(await download(server(), applicant, url));
  }
  await hasOpen(server(), 20);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20 * 0.5 * LARGE_BYTES);
  const [applicant] = applicants;
  expect((await applicant?.put('/api/answer', { answers: { city: 'Scranton' } }))?.status).toBe(200);
  for (const { socket } of readers) socket.destroy();
  await hasOpen(server(), 0);
});

test('a second download waits for the first, and both arrive', async () => {
  const applicant = await server().applicant();
  const { url } = await copyFor(server(), applicant, LARGE);
  const first = await download(server(), applicant, url);
  await hasOpen(server(), 1);
  const second = await download(server(), applicant, url);
  await hasOpen(server(), 2);
  expect((await applicant.get(url)).status).toBe(429);
  for (const { socket } of [first, second]) socket.resume();
  await Promise.all([first.closed, second.closed]);
  for (const { received } of [first, second]) expect(received.length).toBeGreaterThan(LARGE_BYTES);
  await hasOpen(server(), 0);
});

test('downloads that are aborted, while they run or wait, leave nothing open', { tags: 'long' }, async () => {
  const applicant = await server().applicant();
  const { url } = await copyFor(server(), applicant, LARGE);
  const running = await download(server(), applicant, url);
  await hasOpen(server(), 1);
  const waiting = await download(server(), applicant, url);
  await hasOpen(server(), 2);
  waiting.socket.destroy();
  await hasOpen(server(), 1);
  running.socket.destroy();
  await hasOpen(server(), 0);
  expect((await applicant.get(url)).status).toBe(200);
});

test('a reader that stops is cut off', { tags: 'slow' }, async () => {
  const hasty = await startTestServer({ patience: { ...PATIENCE, readerMs: 300 } });
  onTestFinished(() => hasty.close());
  const applicant = await hasty.applicant();
  const { url } = await copyFor(hasty, applicant, LARGE);
  const reader = await download(hasty, applicant, url);
  await hasOpen(hasty, 1);
  await hasOpen(hasty, 0);
  reader.socket.resume();
  await reader.closed;
  expect(reader.received.length).toBeLessThan(LARGE_BYTES);
});

test('a copy that is too large fails with a sentence', async () => {
  const applicant = await server().applicant();
  const tooLarge = Buffer.alloc(128 * 1024 * 1024 + 1);
  expect(await copyFor(server(), applicant, tooLarge)).toEqual({
    status: 'FAILED',
    url: '',
    message: expect.stringContaining('please upload smaller files'),
  });
});

test('the PDF copy contains all answers and then the documents, and is made again when they change', async () => {
  const applicant = await server().applicant();
  await applicant.put('/api/answer', {
    answers: { first_name: 'Anaïs', last_name: "O'Hara", city: 'Scranton' },
  });
  await upload(applicant, KEY, makeDocx({ body: paragraph('The transcript itself') }), 'transcript.docx');
  await conversionOf(applicant, KEY);

  expect((await applicant.get('/api/pdf')).body).toMatchObject({ status: 'UNPROCESSED', url: '' });
  const { url, status } = await settled(applicant, '/api/pdf');
  expect(status).toBe('COMPLETED');
  const copy = await applicant.send({ method: 'GET', url });
  expect(copy.status).toBe(200);
  expect(copy.headers).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': 'no-store',
    'content-security-policy': expect.stringMatching(
      /^default-src 'none';.* frame-ancestors 'none'; sandbox$/,
    ),
    'content-disposition': `attachment; filename="Application of Anais O'Hara.pdf"; filename*=UTF-8''Application%20of%20Ana%C3%AFs%20O%27Hara.pdf`,
  });
  const pdf = copy.raw;
  expect(isSound(pdf)).toBe(true);
  expect(factsOf(pdf)).toMatchObject({ Tagged: 'yes', Title: expect.stringContaining("Anaïs O'Hara") });
  const text = textOf(pdf);
  expect(text.split('\f')[0]).toMatch(/Application of Anaïs[^]*About You[^]*First name\s+Anaïs/);
  expect(text).toMatch(/City\s+Scranton/);
  expect(text).toMatch(/Attached document:\s+transcript\.docx/);
  expect(text.indexOf('The transcript itself')).toBeGreaterThan(text.indexOf('Final Steps'));
  expect(text).toMatch(/Anaïs O'Hara\s+Page 1 of/);

  await applicant.put('/api/answer', { answers: { city: 'Scranton' } });
  await applicant.put('/api/answer', { answers: {} });
  expect((await applicant.get('/api/pdf')).body.url.split('?')[0]).toBe(url.split('?')[0]);
  await applicant.put('/api/answer', { answers: { city: 'Dunmore' } });
  expect((await applicant.get('/api/pdf')).body).toMatchObject({ status: 'UNPROCESSED', url: '' });
  const newer = await settled(applicant, '/api/pdf');
  expect(textOf((await applicant.send({ method: 'GET', url: newer.url })).raw)).toMatch(/City\s+Dunmore/);
  expect((await applicant.send({ method: 'GET', url })).status).toBe(404);
});

test('a copy that is gone from the storage is made again once its link has failed', async () => {
  const applicant = await server().applicant();
  const { url } = await copyFor(server(), applicant, Buffer.from('%PDF-1.7 a copy'));
  const { database, storage } = server().context;
  const { pdf_key } = await database.kysely
    .selectFrom('copies')
    .select('pdf_key')
    .where('generation', '=', /[\da-f-]{36}/.exec(url)?.[0] ?? '')
    .executeTakeFirstOrThrow();
  await storage.delete(pdf_key ?? '');
  expect((await applicant.get(url)).status).toBe(404);
  const anew = await settled(applicant, '/api/pdf');
  expect((await applicant.get(anew.url)).status).toBe(200);
});

test.each([
  ['a list', '/api/add-another', { button_id: 'college', num_components: 3 }, { num_components: 2 }],
  [
    'a group of tabs',
    '/api/tabs',
    { tab_id: 'employ_experience_tabs', chosen_tab: 'employ_resume' },
    { chosen_tab: 'employ_experience' },
  ],
])('the PDF copy is made again when %s changes, and only then', async (_, path, first, change) => {
  const applicant = await server().applicant();
  await applicant.put(path, first);
  await settled(applicant, '/api/pdf');
  await applicant.put(path, first);
  expect((await applicant.get('/api/pdf')).body.status).toBe('COMPLETED');
  await applicant.put(path, { ...first, ...change });
  expect((await applicant.get('/api/pdf')).body.status).toBe('UNPROCESSED');
});

test('a link to a copy is valid only for its owner, for a while, and unchanged', async () => {
  const [applicant, other] = [await server().applicant(), await server().applicant()];
  const { url } = await settled(applicant, '/api/pdf');
  expect((await other.get(url)).status).toBe(404);
  expect((await server().visitor().get(url)).status).toBe(401);
  expect((await applicant.get(url.replace(/expires=\d+/, 'expires=9999999999999'))).status).toBe(404);
  expect((await applicant.get(url.replace(/signature=.*/, 'signature=x'))).status).toBe(404);
  expect((await applicant.get(url.split('?')[0])).status).toBe(404);
  server().clock.advance(14 * 60_000);
  expect((await applicant.get(url)).status).toBe(200);
  server().clock.advance(2 * 60_000);
  expect((await applicant.get(url)).status).toBe(404);
});
