import { readFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { MAX_FILE_BYTES } from '#limits.ts';
import { fileKeys } from '#form/stored-keys.ts';
import { makeDocx, makePicture, paragraph } from '#server/adapters/converter/corpus.ts';
import { factsOf, isSound, textOf } from '#server/adapters/converter/probe.ts';
import { OPEN_UPLOADS_MAX } from '#server/domain/uploads.ts';
import { smallDisk } from '#server/testing/small-disk.ts';
import { postFile, upload } from '#server/testing/uploads.ts';
import { startTestServer, useTestServer } from '#server/testing/test-server.ts';
import type { Visitor } from '#server/testing/visitor.ts';
import { submit } from '#server/testing/submit.ts';

vi.setConfig({ testTimeout: 60_000 });
const server = useTestServer();
const KEY = 'college_transcript';

/** Polls as the client does, but without waiting two seconds each time. */
async function settled(applicant: Visitor, path: string) {
  return vi.waitFor(
    async () => {
      const { body } = await applicant.get(path);
      expect(body.status).toMatch(/^(COMPLETED|FAILED|NOT_ANSWERED)$/);
      return body;
    },
    { timeout: 30_000, interval: 50 },
  );
}

const conversionOf = (applicant: Visitor, key = KEY) => settled(applicant, `/api/pdf/document-answer/${key}`);

test.each([
  ['a PNG', () => makePicture({ type: 'png' })],
  ['a JPEG', () => makePicture({ type: 'jpeg', orientation: 6 })],
  ['a Word document', async () => makeDocx({ body: paragraph('Hello') })],
] as const)('%s goes up, becomes a PDF, is shown and deleted', async (_, makeFile) => {
  const applicant = await server().applicant();
  const file = await makeFile();
  const asked = await upload(applicant, KEY, file, 'My transcript.any');
  expect(asked.status).toBe(202);

  expect(await conversionOf(applicant)).toEqual({
    status: 'COMPLETED',
    message: 'Your document is attached.',
  });
  const document = { file_name: 'My transcript.any', file_size: file.length, status: 'COMPLETED' };
  expect((await applicant.get('/api/document-answer')).body).toEqual({ [KEY]: document });
  expect((await applicant.get('/api/profile')).body.document_answer).toEqual({ [KEY]: document });

  expect((await applicant.delete(`/api/document-answer/${KEY}`)).status).toBe(200);
  expect((await applicant.delete(`/api/pdf/document-answer/${KEY}`)).status).toBe(200);
  expect(await conversionOf(applicant)).toEqual({ status: 'NOT_ANSWERED', message: '' });
  expect((await applicant.get('/api/document-answer')).body).toEqual({});
});

test('a file that cannot be read is FAILED, with a sentence', async () => {
  const applicant = await server().applicant();
  await upload(applicant, KEY, Buffer.from('<html>hello</html>'), 'scan.png');
  expect(await conversionOf(applicant)).toEqual({
    status: 'FAILED',
    message: expect.stringContaining('web page'),
  });
});

test('a file that never arrived is FAILED at once, and can be sent after all', async () => {
  const applicant = await server().applicant();
  const { body: form } = await applicant.post('/api/presigned-url', { answer_key: KEY });
  const request = { file_key: form.fields.key, file_name: 'lost.png' };
  const message = expect.stringContaining('did not reach us');
  const ask = () => applicant.post(`/api/pdf/document-answer/${KEY}`, request);
  expect(await ask()).toMatchObject({ status: 202, body: { message } });
  expect(await ask()).toMatchObject({ status: 202, body: { message } });
  expect((await applicant.get(`/api/pdf/document-answer/${KEY}`)).body).toEqual({
    status: 'FAILED',
    message,
  });

  expect((await postFile(applicant, form, await makePicture({ type: 'png' }))).status).toBe(204);
  expect((await ask()).body).toEqual({ message: 'Your document is waiting to be converted.' });
  const converted = await conversionOf(applicant);
  expect(converted.status).toBe('COMPLETED');
  expect((await ask()).body).toEqual({ message: converted.message });
});

test.each([
  ['empty', 0, /^This file is empty\. Please choose it again\.$/],
  ['a little too large', MAX_FILE_BYTES + 1, /larger than 1 MB.*smaller/],
  ['far too large', 3 * MAX_FILE_BYTES, /larger than 1 MB.*smaller/],
])('a file that the storage has refused, being %s, is called that', async (_, bytes, sentence) => {
  const applicant = await server().applicant();
  await upload(applicant, KEY, Buffer.alloc(bytes, 1), 'scan.png');
  expect((await applicant.get(`/api/pdf/document-answer/${KEY}`)).body).toEqual({
    status: 'FAILED',
    message: expect.stringMatching(sentence),
  });
});

test('on a full disk a file is refused, and not called the applicant’s fault, until there is room', async (context) => {
  const disk = smallDisk(context);
  const full = await startTestServer({ env: { DATA_DIR: join(disk.folder, 'data') } });
  onTestFinished(() => full.close());
  const applicant = await full.applicant();
  const { body: form } = await applicant.post('/api/presigned-url', { answer_key: KEY });
  const request = { file_key: form.fields.key, file_name: 'scan.png' };
  const picture = await makePicture({ type: 'png' });
  disk.fill(4096);
  expect((await full.visitor().get('/readyz')).status).toBe(503);
  expect((await postFile(applicant, form, Buffer.concat([picture, Buffer.alloc(50_000)]))).status).toBe(503);
  await applicant.post(`/api/pdf/document-answer/${KEY}`, request);
  expect(await conversionOf(applicant)).toEqual({
    status: 'FAILED',
    message: 'We cannot accept files right now. Please upload yours again in a few minutes.',
  });

  disk.empty();
  expect((await postFile(applicant, form, picture)).status).toBe(204);
  await applicant.post(`/api/pdf/document-answer/${KEY}`, request);
  expect((await conversionOf(applicant)).status).toBe('COMPLETED');
});

test('no file is received while a disk has only its reserve left, though the file would fit', async (context) => {
  const disk = smallDisk(context);
  const scarce = await startTestServer({ env: { DATA_DIR: join(disk.folder, 'data') } });
  onTestFinished(() => scarce.close());
  const applicant = await scarce.applicant();
  const { body: form } = await applicant.post('/api/presigned-url', { answer_key: KEY });
  const picture = await makePicture({ type: 'png' });
  disk.fill(3 * MAX_FILE_BYTES);
  const refused = await postFile(applicant, form, picture);
  expect(refused).toMatchObject({
    status: 503,
    headers: { 'retry-after': expect.anything() },
    body: { message: 'We cannot accept files right now. Please upload yours again in a few minutes.' },
  });
  expect((await scarce.visitor().get('/readyz')).body).toMatchObject({ parts: { storage: 'down' } });
  expect((await applicant.put('/api/answer', { answers: { city: 'Scranton' } })).status).toBe(200);

  disk.empty();
  expect((await postFile(applicant, form, picture)).status).toBe(204);
  // `/readyz` tells the state of the last second.
  scarce.clock.advance(1000);
  expect((await scarce.visitor().get('/readyz')).body).toMatchObject({ parts: { storage: 'ok' } });
});

test('a file of somebody else, or of another question, is refused without a difference', async () => {
  const [owner, other] = [await server().applicant(), await server().applicant()];
  const { body: form } = await owner.post('/api/presigned-url', { answer_key: KEY });
  await postFile(owner, form, await makePicture({ type: 'png' }));
  const request = { file_key: form.fields.key, file_name: 'a.png' };
  const answers = [
    await other.post(`/api/pdf/document-answer/${KEY}`, request),
    await other.post(`/api/pdf/document-answer/${KEY}`, {
      ...request,
      file_key: `uploads/${randomUUID()}/x`,
    }),
    await owner.post('/api/pdf/document-answer/employ_resume', request),
  ];
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
});

test('an upload whose conversion is asked for twice is converted once', async () => {
  const applicant = await server().applicant();
  const { body: form } = await applicant.post('/api/presigned-url', { answer_key: KEY });
  await postFile(applicant, form, await makePicture({ type: 'png' }));
  const request = { file_key: form.fields.key, file_name: 'a.png' };
  await Promise.all([1, 2, 3].map(() => applicant.post(`/api/pdf/document-answer/${KEY}`, request)));
  await conversionOf(applicant);
  await applicant.post(`/api/pdf/document-answer/${KEY}`, request);
  expect((await conversionOf(applicant)).status).toBe('COMPLETED');
});

test.each([
  ['a file that was converted', true],
  ['a file that never arrived', false],
])('a late repetition for %s leaves the newer document as it is', async (_, hasArrived) => {
  const applicant = await server().applicant();
  const { body: form } = await applicant.post('/api/presigned-url', { answer_key: KEY });
  if (hasArrived) await postFile(applicant, form, await makePicture({ type: 'png' }));
  const old = { file_key: form.fields.key, file_name: 'old.png' };
  await applicant.post(`/api/pdf/document-answer/${KEY}`, old);
  await conversionOf(applicant);
  await upload(applicant, KEY, await makePicture({ type: 'png' }), 'new.png');
  await conversionOf(applicant);

  expect((await applicant.post(`/api/pdf/document-answer/${KEY}`, old)).status).toBe(202);
  expect(await conversionOf(applicant)).toMatchObject({ status: 'COMPLETED' });
  const { url } = await settled(applicant, '/api/pdf');
  expect(textOf((await applicant.get(url)).raw)).toContain('Attached document: new.png');
});

test('unknown questions and bad names are refused', async () => {
  const applicant = await server().applicant();
  expect((await applicant.post('/api/presigned-url', { answer_key: 'first_name' })).status).toBe(422);
  expect((await applicant.get('/api/pdf/document-answer/first_name')).status).toBe(422);
  const long = { file_key: 'uploads/a/b', file_name: `${'x'.repeat(30)}.pdf` };
  expect((await applicant.post(`/api/pdf/document-answer/${KEY}`, long)).body.errors).toEqual({
    file_name: ['The name of this file is longer than 32 characters. Please shorten it.'],
  });
  const unpaired = { file_key: 'uploads/a/b', file_name: '\uD800.pdf' };
  expect((await applicant.post(`/api/pdf/document-answer/${KEY}`, unpaired)).body.errors).toEqual({
    file_name: ['This name contains a character that cannot be saved.'],
  });
  for (const file_key of ['\u0000', 'uploads/\uD800']) {
    const odd = { file_key, file_name: 'resume.pdf' };
    expect((await applicant.post(`/api/pdf/document-answer/${KEY}`, odd)).body.errors).toHaveProperty(
      'file_key',
    );
  }
  expect((await server().visitor().get('/api/document-answer')).status).toBe(401);
});

test.each([
  'a b',
  'localhost:port',
  '[',
  'evil.example/x?',
  'evil.example?',
  'me@evil.example',
  'evil.example#',
])('a form for an upload by way of the host "%s" is a 400', async (host) => {
  const applicant = await server().applicant();
  const uploads = async () =>
    (await server().context.database.pool.query('SELECT file_key FROM uploads ORDER BY 1')).rows;
  const before = await uploads();
  const ask = { method: 'POST', url: '/api/presigned-url', payload: { answer_key: KEY } } as const;
  const refused = await applicant.send({ ...ask, headers: { host } });
  expect(refused).toMatchObject({ status: 400, body: { message: expect.any(String) } });
  expect(await uploads()).toEqual(before);
});

test('where the address is known, an upload goes there, whatever the Host header says', async () => {
  const known = await startTestServer({ env: { PUBLIC_URL: 'https://apply.example.edu' } });
  onTestFinished(() => known.close());
  const applicant = await known.applicant();
  const ask = { method: 'POST', url: '/api/presigned-url', payload: { answer_key: KEY } } as const;
  const urlFor = async (headers: Record<string, string>) =>
    new URL((await applicant.send({ ...ask, headers })).body.url).origin;
  expect(await urlFor({ host: 'evil.example' })).toBe('https://apply.example.edu');
  expect(await urlFor({ host: 'localhost:3000', origin: 'http://localhost:3000' })).toBe(
    'http://localhost:3000',
  );
});

test('the name of an upload is only ever a name', async () => {
  const applicant = await server().applicant();
  await upload(applicant, KEY, await makePicture({ type: 'png' }), '../../\u202Efdp\u0000.exe\r\nX: y');
  await conversionOf(applicant);
  expect((await applicant.get('/api/document-answer')).body[KEY].file_name).toBe('fdp.exeX: y');
});

test('a name counts as many characters as are seen, however the device writes its accents', async () => {
  const applicant = await server().applicant();
  await upload(applicant, KEY, await makePicture({ type: 'png' }), `${'e\u0301'.repeat(28)}.png`);
  await conversionOf(applicant);
  expect((await applicant.get('/api/document-answer')).body[KEY].file_name).toBe(`${'é'.repeat(28)}.png`);
});

test('what was deleted or replaced while it was converted never comes back', async () => {
  const applicant = await server().applicant();
  const slow = makeDocx({ body: paragraph('Old '.repeat(200)) });
  await upload(applicant, KEY, slow, 'old.docx');
  await applicant.delete(`/api/document-answer/${KEY}`);
  await upload(applicant, KEY, slow, 'old.docx');
  await upload(applicant, KEY, await makePicture({ type: 'png' }), 'new.png');
  await conversionOf(applicant);
  await vi.waitFor(
    async () =>
      expect((await server().context.queue.depths())['convert-document']).toMatchObject({
        waiting: 0,
        retry: 0,
        active: 0,
      }),
    {
      timeout: 30_000,
    },
  );
  expect((await applicant.get('/api/document-answer')).body[KEY]).toMatchObject({
    file_name: 'new.png',
    status: 'COMPLETED',
  });
});

test('the PDF copy holds all answers and the documents behind them, and is made anew when they change', async () => {
  const applicant = await server().applicant();
  await applicant.put('/api/answer', {
    answers: { first_name: 'Anaïs', last_name: "O'Hara", city: 'Scranton' },
  });
  await upload(applicant, KEY, makeDocx({ body: paragraph('The transcript itself') }), 'transcript.docx');
  await conversionOf(applicant);

  expect((await applicant.get('/api/pdf')).body).toMatchObject({ status: 'UNPROCESSED', url: '' });
  const { url, status } = await settled(applicant, '/api/pdf');
  expect(status).toBe('COMPLETED');
  const copy = await applicant.send({ method: 'GET', url });
  expect(copy.status).toBe(200);
  expect(copy.headers).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': 'no-store',
    'content-disposition': `attachment; filename="Application of Anais O'Hara.pdf"; filename*=UTF-8''Application%20of%20Ana%C3%AFs%20O%27Hara.pdf`,
  });
  const pdf = copy.raw;
  expect(isSound(pdf)).toBe(true);
  expect(factsOf(pdf)).toMatchObject({ Tagged: 'yes', Title: expect.stringContaining("Anaïs O'Hara") });
  const text = textOf(pdf);
  expect(text.split('\f')[0]).toMatch(/Application of Anaïs[^]*About You[^]*First name\s+Anaïs/);
  expect(text).toMatch(/City\s+Scranton/);
  expect(text).toContain('Attached document: transcript.docx');
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

test.each([
  ['a list', '/api/add-another', { button_id: 'college', num_components: 3 }, { num_components: 2 }],
  [
    'a group of tabs',
    '/api/tabs',
    { tab_id: 'employ_experience_tabs', chosen_tab: 'employ_resume' },
    { chosen_tab: 'employ_experience' },
  ],
])('the PDF copy is made anew when %s changes, and only then', async (_, path, first, change) => {
  const applicant = await server().applicant();
  await applicant.put(path, first);
  await settled(applicant, '/api/pdf');
  await applicant.put(path, first);
  expect((await applicant.get('/api/pdf')).body.status).toBe('COMPLETED');
  await applicant.put(path, { ...first, ...change });
  expect((await applicant.get('/api/pdf')).body.status).toBe('UNPROCESSED');
});

test('a link to a copy is good for its owner, for a while, as it was made', async () => {
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

test('after the submission no document is added, replaced or deleted', async () => {
  const applicant = await server().applicant();
  await upload(applicant, KEY, await makePicture({ type: 'png' }), 'a.png');
  await conversionOf(applicant);
  const { body: form } = await applicant.post('/api/presigned-url', { answer_key: KEY });
  await submit(applicant);

  expect((await applicant.post('/api/presigned-url', { answer_key: KEY })).status).toBe(409);
  expect((await postFile(applicant, form, await makePicture({ type: 'png' }))).status).toBe(403);
  const request = { file_key: form.fields.key, file_name: 'b.png' };
  expect((await applicant.post(`/api/pdf/document-answer/${KEY}`, request)).status).toBe(409);
  expect((await applicant.delete(`/api/document-answer/${KEY}`)).status).toBe(409);
  expect((await applicant.delete(`/api/pdf/document-answer/${KEY}`)).status).toBe(409);
  expect((await applicant.get('/api/document-answer')).body[KEY].file_name).toBe('a.png');
});

test('there is an end to how many an applicant may send in an hour', async () => {
  const applicant = await server().applicant();
  const statuses: number[] = [];
  for (let index = 0; index < 62; index += 1) {
    const answer_key = fileKeys[index % fileKeys.length] ?? KEY;
    statuses.push((await applicant.post('/api/presigned-url', { answer_key })).status);
    await applicant.delete(`/api/document-answer/${answer_key}`);
  }
  expect(statuses.indexOf(429)).toBe(60);
});

test('of uploads that nobody converts an applicant has a few, and not one more', async () => {
  const applicant = await server().applicant();
  const picture = await makePicture({ type: 'png' });
  const ask = (answer_key = KEY) => applicant.post('/api/presigned-url', { answer_key });
  const statuses: number[] = [];
  let form;
  for (let index = 0; index < 40; index += 1) {
    const { status, body } = await ask();
    statuses.push(status);
    if (status === 200) await postFile(applicant, (form = body), picture);
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(OPEN_UPLOADS_MAX);
  expect(statuses.filter((status) => status === 429)).toHaveLength(40 - OPEN_UPLOADS_MAX);
  expect((await ask('employ_resume')).headers).toHaveProperty('retry-after');

  // Converting one makes room for the next.
  const request = { file_key: form.fields.key, file_name: 'scan.png' };
  await applicant.post(`/api/pdf/document-answer/${KEY}`, request);
  expect((await ask('employ_resume')).status).toBe(200);
});

test('forms of uploads that were cut off on the way make room for the next try', async () => {
  const applicant = await server().applicant();
  const ask = () => applicant.post('/api/presigned-url', { answer_key: KEY });
  for (let index = 0; index < OPEN_UPLOADS_MAX; index += 1) expect((await ask()).status).toBe(200);
  expect((await ask()).status).toBe(429);
  server().clock.advance(31_000);
  expect((await ask()).status).toBe(200);
});

test('no file can be read from the storage', async () => {
  const applicant = await server().applicant();
  const { body: form } = await applicant.post('/api/presigned-url', { answer_key: KEY });
  await postFile(applicant, form, await makePicture({ type: 'png' }));
  expect(readFileSync(`${server().dataDir}/storage/${form.fields.key}`).length).toBeGreaterThan(0);
  for (const url of [
    `/storage/documents/${form.fields.key}`,
    `/storage/${form.fields.key}`,
    '/storage/documents',
    '/storage/',
  ]) {
    const answer = await applicant.get(url);
    expect(answer.headers['content-type']).not.toMatch(/image|octet/);
    expect(answer.text).not.toContain('PNG');
  }
});
