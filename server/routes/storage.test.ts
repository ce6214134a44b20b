import { createHmac } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { MAX_FILE_BYTES } from '#limits.ts';
import { makePicture } from '#server/testing/files/corpus.ts';
import { filesOnDisk, MULTIPART, multipart, postFile, type Form } from '#server/testing/uploads.ts';
import { useTestServer } from '#server/testing/test-server.ts';
import type { Visitor } from '#server/testing/visitor.ts';

vi.setConfig({ testTimeout: 60_000 });
// One applicant takes a form for each test, and converts none of the files.
const server = useTestServer({ env: { RATE_LIMIT_FACTOR: '10' } });
const KEY = 'college_transcript';
const FILE = Buffer.from('some file');
/** The length of a multipart body after its last part. */
const END_BYTES = multipart([]).length;

let applicant: Visitor;
let form: Form;

beforeAll(async () => {
  applicant = await server().applicant();
});
beforeEach(async () => {
  form = (await applicant.post('/api/presigned-url', { answer_key: KEY })).body;
});

function keyOf({ fields }: Form): string {
  return fields['key'] ?? '';
}

function post(fields: readonly (readonly [string, string])[], file?: Buffer) {
  return applicant.send({
    method: 'POST',
    url: new URL(form.url).pathname,
    headers: MULTIPART,
    payload: multipart(fields, file),
  });
}

const withField = (name: string, value: string): [string, string][] =>
  Object.entries({ ...form.fields, [name]: value });

test.each([{ origin: 'null' }, { origin: 'null', 'sec-fetch-site': 'same-origin' }])(
  'a browser that names no site can upload: %j',
  async (headers) => {
    const answer = await applicant.send({
      method: 'POST',
      url: new URL(form.url).pathname,
      headers: { ...MULTIPART, ...headers },
      payload: multipart(Object.entries(form.fields), FILE),
    });
    expect(answer.status).toBe(204);
  },
);

test('a form names one object, its size and its expiry, and is valid for it', async () => {
  expect(Object.keys(form.fields)).toEqual(
    expect.arrayContaining([
      'key',
      'Policy',
      'X-Amz-Signature',
      'X-Amz-Credential',
      'X-Amz-Algorithm',
      'X-Amz-Date',
    ]),
  );
  const answer = await postFile(applicant, form, FILE);
  expect(answer.status).toBe(204);
  const path = join(server().dataDir, 'storage', keyOf(form));
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700);
});

describe('sizes', () => {
  test.each([
    [1, 204],
    [MAX_FILE_BYTES, 204],
    [MAX_FILE_BYTES + 1, 413],
    [0, 400],
    [3 * MAX_FILE_BYTES, 413],
  ])('%d bytes: %d', async (bytes, status) => {
    const before = filesOnDisk(server());
    expect((await postFile(applicant, form, Buffer.alloc(bytes, 1))).status).toBe(status);
    expect(filesOnDisk(server()).length - before.length).toBe(status === 204 ? 1 : 0);
  });
});

describe('a form that was tampered with is refused, and leaves the disk as it was', () => {
  const foreignKey = 'uploads/00000000-0000-4000-8000-000000000000/abc';
  test.each<[string, () => [string, string][]]>([
    ['another key', () => withField('key', foreignKey)],
    ['a key with ${filename}', () => withField('key', `${keyOf(form)}\${filename}`)],
    ['a key that climbs', () => withField('key', '../../secret-keys')],
    [
      'another policy',
      () =>
        withField(
          'Policy',
          Buffer.from('{"expiration":"2099-01-01T00:00:00Z","conditions":[]}').toString('base64'),
        ),
    ],
    ['no policy', () => withField('Policy', '')],
    ['another signature', () => withField('X-Amz-Signature', '0'.repeat(64))],
    ['a signature that is none', () => withField('X-Amz-Signature', 'zz')],
    ['no signature', () => Object.entries(form.fields).filter(([name]) => name !== 'X-Amz-Signature')],
    ['another algorithm', () => withField('X-Amz-Algorithm', 'none')],
    ['another credential', () => withField('X-Amz-Credential', 'someone/20260901/embedded/s3/aws4_request')],
    ['another date', () => withField('X-Amz-Date', '20200101T000000Z')],
    ['another bucket', () => withField('bucket', 'other')],
    ['one field more', () => withField('acl', 'public-read')],
    ['one field more, by another case', () => withField('KEY', foreignKey)],
    ['no fields', () => []],
  ])('%s', async (_, fields) => {
    const before = filesOnDisk(server());
    expect((await post(fields(), FILE)).status).toBe(403);
    expect(filesOnDisk(server())).toEqual(before);
  });

  test.each<[string, number, () => Buffer]>([
    ['a field twice', 400, () => multipart([...Object.entries(form.fields), ['key', keyOf(form)]], FILE)],
    ['no file', 400, () => multipart(Object.entries(form.fields))],
    [
      'the file before the fields',
      403,
      () =>
        Buffer.concat([
          multipart([], FILE).subarray(0, -END_BYTES),
          Buffer.from('\r\n'),
          multipart(Object.entries(form.fields)),
        ]),
    ],
    ['cut in the middle', 400, () => multipart(Object.entries(form.fields), FILE).subarray(0, -40)],
    ['no multipart at all', 400, () => Buffer.from('hello')],
    [
      'a field without end',
      400,
      () => multipart([...Object.entries(form.fields), ['x', 'y'.repeat(200_000)]], FILE),
    ],
    [
      'two files',
      400,
      () =>
        Buffer.concat([
          multipart(Object.entries(form.fields), FILE).subarray(0, -END_BYTES),
          Buffer.from('\r\n'),
          multipart([], FILE),
        ]),
    ],
    [
      'a hundred fields',
      400,
      () =>
        multipart(
          Array.from({ length: 100 }, (__, index) => [`f${index}`, 'x'] as const),
          FILE,
        ),
    ],
  ])('%s', async (_, status, body) => {
    const before = filesOnDisk(server());
    const answer = await applicant.send({
      method: 'POST',
      url: new URL(form.url).pathname,
      headers: MULTIPART,
      payload: body(),
    });
    expect(answer.status).toBe(status);
    expect(filesOnDisk(server())).toEqual(before);
  });

  test('an upload with another type of body is refused', async () => {
    expect((await applicant.post(new URL(form.url).pathname, { ...form.fields })).status).toBe(415);
  });
});

test('a policy signed with a guessed secret is refused', async () => {
  const [, day = '', region = ''] = (form.fields['X-Amz-Credential'] ?? '').split('/');
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    Buffer.from('AWS4guess'),
  );
  const signature = createHmac('sha256', key)
    .update(form.fields['Policy'] ?? '')
    .digest('hex');
  expect((await post(withField('X-Amz-Signature', signature), FILE)).status).toBe(403);
});

test('an upload form is valid for ten minutes', async () => {
  server().clock.advance(9 * 60_000);
  expect((await postFile(applicant, form, FILE)).status).toBe(204);
  server().clock.advance(2 * 60_000);
  expect((await postFile(applicant, form, FILE)).status).toBe(403);
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
