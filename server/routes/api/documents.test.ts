import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { MAX_FILE_BYTES } from '#limits.ts';
import { fileKeys } from '#form/stored-keys.ts';
import { makeDocx, makePicture, paragraph } from '#server/testing/files/corpus.ts';
import { textOf } from '#server/testing/files/probe.ts';
import { OPEN_UPLOADS_MAX } from '#server/domain/documents/uploads.ts';
import { conversionOf, postFile, settled, upload } from '#server/testing/uploads.ts';
import { startTestServer, useTestServer } from '#server/testing/test-server.ts';
import { submit } from '#server/testing/submit.ts';

vi.setConfig({ testTimeout: 60_000 });
const server = useTestServer();
const KEY = 'college_transcript';

test.each([
  ['a PNG', () => makePicture({ type: 'png' })],
  ['a JPEG', () => makePicture({ type: 'jpeg', orientation: 6 })],
  ['a Word document', async () => makeDocx({ body: paragraph('Hello') })],
] as const)('%s goes up, becomes a PDF, is shown and deleted', async (_, makeFile) => {
  const applicant = await server().applicant();
  const file = await makeFile();
  const asked = await upload(applicant, KEY, file, 'My transcript.any');
  expect(asked.status).toBe(202);

  expect(await conversionOf(applicant, KEY)).toEqual({
    status: 'COMPLETED',
    message: 'Your document is attached.',
  });
  const document = { file_name: 'My transcript.any', file_size: file.length, status: 'COMPLETED' };
  expect((await applicant.get('/api/document-answer')).body).toEqual({ [KEY]: document });
  expect((await applicant.get('/api/profile')).body.document_answer).toEqual({ [KEY]: document });

  expect((await applicant.delete(`/api/document-answer/${KEY}`)).status).toBe(200);
  expect((await applicant.delete(`/api/pdf/document-answer/${KEY}`)).status).toBe(200);
  expect(await conversionOf(applicant, KEY)).toEqual({ status: 'NOT_ANSWERED', message: '' });
  expect((await applicant.get('/api/document-answer')).body).toEqual({});
});

test('a file that cannot be read is FAILED, with a sentence', async () => {
  const applicant = await server().applicant();
  await upload(applicant, KEY, Buffer.from('<html>hello</html>'), 'scan.png');
  expect(await conversionOf(applicant, KEY)).toEqual({
    status: 'FAILED',
    message: expect.stringContaining('web page'),
  });
});

test('the server marks the answer where the document ends up, over a new version each time', async () => {
  const applicant = await server().applicant();
  const seen = async () => {
    const { body, headers } = await applicant.get('/api/profile');
    return { mark: body.answer[KEY], version: String(headers['etag']) };
  };
  const fresh = await seen();
  expect(fresh.mark).toBeUndefined();

  await upload(applicant, KEY, await makePicture({ type: 'png' }), 'scan.png');
  await conversionOf(applicant, KEY);
  const attached = await seen();
  expect(attached.mark).toBe('ANSWERED');
  expect(attached.version).not.toBe(fresh.version);
  const stale = { method: 'PUT', url: '/api/answer', payload: { answers: { city: 'Erie' } } } as const;
  expect((await applicant.send({ ...stale, headers: { 'if-match': fresh.version } })).status).toBe(412);

  await applicant.delete(`/api/document-answer/${KEY}`);
  const deleted = await seen();
  expect(deleted.mark).toBe('');
  expect(deleted.version).not.toBe(attached.version);
  await applicant.delete(`/api/document-answer/${KEY}`);
  expect(await seen()).toEqual(deleted);

  await upload(applicant, KEY, await makePicture({ type: 'png' }), 'scan.png');
  await conversionOf(applicant, KEY);
  await upload(applicant, KEY, Buffer.from('<html>hello</html>'), 'scan.png');
  await conversionOf(applicant, KEY);
  expect((await seen()).mark).toBe('');

  await upload(applicant, KEY, await makePicture({ type: 'png' }), 'scan.png');
  await conversionOf(applicant, KEY);
  const { body: form } = await applicant.post('/api/presigned-url', { answer_key: KEY });
  const lost = { file_key: form.fields.key, file_name: 'lost.png' };
  await applicant.post(`/api/pdf/document-answer/${KEY}`, lost);
  expect((await seen()).mark).toBe('');
});

test('a file that never arrived is FAILED at once, and can still be sent', async () => {
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
  const converted = await conversionOf(applicant, KEY);
  expect(converted.status).toBe('COMPLETED');
  expect((await ask()).body).toEqual({ message: converted.message });
});

test.each([
  ['empty', 0, /^This file is empty\. Please choose it again\.$/],
  ['a little too large', MAX_FILE_BYTES + 1, /larger than 1 MB.*smaller/],
  ['far too large', 3 * MAX_FILE_BYTES, /larger than 1 MB.*smaller/],
])('the reason that the storage refused a file, %s, is named', async (_, bytes, sentence) => {
  const applicant = await server().applicant();
  await upload(applicant, KEY, Buffer.alloc(bytes, 1), 'scan.png');
  expect((await applicant.get(`/api/pdf/document-answer/${KEY}`)).body).toEqual({
    status: 'FAILED',
    message: expect.stringMatching(sentence),
  });
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

test('an upload whose conversion is requested twice is converted once', async () => {
  const applicant = await server().applicant();
  const { body: form } = await applicant.post('/api/presigned-url', { answer_key: KEY });
  await postFile(applicant, form, await makePicture({ type: 'png' }));
  const request = { file_key: form.fields.key, file_name: 'a.png' };
  await Promise.all([1, 2, 3].map(() => applicant.post(`/api/pdf/document-answer/${KEY}`, request)));
  await conversionOf(applicant, KEY);
  await applicant.post(`/api/pdf/document-answer/${KEY}`, request);
  expect((await conversionOf(applicant, KEY)).status).toBe('COMPLETED');
});

test.each([
  ['a file that was converted', true],
  ['a file that never arrived', false],
])('a late repetition for %s does not change the newer document', { tags: 'slow' }, async (_, hasArrived) => {
  const applicant = await server().applicant();
  const { body: form } = await applicant.post('/api/presigned-url', { answer_key: KEY });
  if (hasArrived) await postFile(applicant, form, await makePicture({ type: 'png' }));
  const old = { file_key: form.fields.key, file_name: 'old.png' };
  await applicant.post(`/api/pdf/document-answer/${KEY}`, old);
  await conversionOf(applicant, KEY);
  await upload(applicant, KEY, await makePicture({ type: 'png' }), 'new.png');
  await conversionOf(applicant, KEY);

  expect((await applicant.post(`/api/pdf/document-answer/${KEY}`, old)).status).toBe(202);
  expect(await conversionOf(applicant, KEY)).toMatchObject({ status: 'COMPLETED' });
  const { url } = await settled(applicant, '/api/pdf');
  expect(textOf((await applicant.get(url)).raw)).toMatch(/Attached document:\s+new\.png/);
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

test('if the address is known, an upload goes there, whatever the Host header says', async () => {
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

test('the name of an upload is never a path', async () => {
  const applicant = await server().applicant();
  await upload(applicant, KEY, await makePicture({ type: 'png' }), '../../\u202Efdp\u0000.exe\r\nX: y');
  await conversionOf(applicant, KEY);
  expect((await applicant.get('/api/document-answer')).body[KEY].file_name).toBe('fdp.exeX: y');
});

test('a name counts as many characters as are seen, however the device writes its accents', async () => {
  const applicant = await server().applicant();
  await upload(applicant, KEY, await makePicture({ type: 'png' }), `${'e\u0301'.repeat(28)}.png`);
  await conversionOf(applicant, KEY);
  expect((await applicant.get('/api/document-answer')).body[KEY].file_name).toBe(`${'é'.repeat(28)}.png`);
});

test('what was deleted or replaced while it was converted never returns', { tags: 'slow' }, async () => {
  const applicant = await server().applicant();
  const slow = makeDocx({ body: paragraph('Old '.repeat(200)) });
  await upload(applicant, KEY, slow, 'old.docx');
  await applicant.delete(`/api/document-answer/${KEY}`);
  await upload(applicant, KEY, slow, 'old.docx');
  await upload(applicant, KEY, await makePicture({ type: 'png' }), 'new.png');
  await conversionOf(applicant, KEY);
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

test('after the submission no document is added, replaced or deleted', async () => {
  const applicant = await server().applicant();
  await upload(applicant, KEY, await makePicture({ type: 'png' }), 'a.png');
  await conversionOf(applicant, KEY);
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

test('an applicant has a limited number of uploads an hour', { tags: 'slow' }, async () => {
  const applicant = await server().applicant();
  const statuses: number[] = [];
  for (let index = 0; index < 62; index += 1) {
    const answer_key = fileKeys[index % fileKeys.length] ?? KEY;
    statuses.push((await applicant.post('/api/presigned-url', { answer_key })).status);
    await applicant.delete(`/api/document-answer/${answer_key}`);
  }
  expect(statuses.indexOf(429)).toBe(60);
});

test('an applicant has a few uploads that nobody converts, and not one more', async () => {
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

test('forms of uploads that were cut off on the way make room for the next attempt', async () => {
  const applicant = await server().applicant();
  const ask = () => applicant.post('/api/presigned-url', { answer_key: KEY });
  for (let index = 0; index < OPEN_UPLOADS_MAX; index += 1) expect((await ask()).status).toBe(200);
  expect((await ask()).status).toBe(429);
  server().clock.advance(31_000);
  expect((await ask()).status).toBe(200);
});
