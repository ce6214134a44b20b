import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '#server/adapters/clock.ts';
import { makePicture } from '#server/testing/files/corpus.ts';
import { s3Storage } from '#server/adapters/storage/s3.ts';
import { UPLOAD_FORM_SECONDS } from '#server/adapters/storage/storage.ts';
import { startServer, type TestProcess } from '#server/testing/process.ts';
import { MULTIPART, multipart } from '#server/testing/uploads.ts';
import { Browser } from '../http.ts';
import { Mailbox } from '../mailbox.ts';
import { VirtualApplicant } from '../virtual-applicant.ts';
import { missingStorage, startRadosGateway, type RadosGateway } from './rados-gateway.ts';

const KEY = 'uploads/owner/one';
const MAX_BYTES = 1_048_576;

if (missingStorage !== undefined) console.warn(`${missingStorage} Without it, nothing here is tried.`);

describe.skipIf(missingStorage !== undefined)('on an S3 service of somebody else', () => {
  const folder = mkdtempSync(join(tmpdir(), 'admissions-s3-'));
  let gateway: RadosGateway;
  let nowMs = Date.now();
  const storage = (changes = {}) =>
    s3Storage({ ...gateway.access, bucket: gateway.bucket, clock: systemClock, ...changes });

  beforeAll(async () => {
    gateway = await startRadosGateway(folder);
  }, 120_000);
  afterAll(async () => {
    await gateway.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('the bucket writes, measures, reads, lists and deletes', async () => {
    const key = 'documents/owner/one.pdf';
    await storage().write(key, Buffer.from('content'));
    expect(await storage().size(key)).toBe(7);
    expect((await storage().read(key))?.toString()).toBe('content');
    const found = await all(storage().list('documents'));
    expect(found).toMatchObject([{ key, bytes: 7 }]);
    expect(Math.abs(Date.now() - (found[0]?.changedAt.getTime() ?? 0))).toBeLessThan(60_000);
    await storage().delete(key);
    await storage().delete(key);
    expect(await storage().size(key)).toBeUndefined();
    expect(await storage().read(key)).toBeUndefined();
  });

  test('a form accepts one file of the right size for its own key', async () => {
    for (const bytes of [1, MAX_BYTES]) {
      expect(await post({}, Buffer.alloc(bytes, 1))).toBe(204);
      expect(await storage().size(KEY)).toBe(bytes);
    }
  });

  test.each<[string, Readonly<Record<string, string | undefined>>, number]>([
    ['a larger file', {}, MAX_BYTES + 1],
    ['no bytes', {}, 0],
    ['another key', { key: 'uploads/owner/two' }, 10],
    ['the key of another applicant', { key: 'uploads/other/one' }, 10],
    ['a key with the file’s name', { key: 'uploads/owner/${filename}' }, 10],
    ['another policy', { Policy: Buffer.from('{"conditions":[]}').toString('base64') }, 10],
    ['another signature', { 'X-Amz-Signature': '0'.repeat(64) }, 10],
    ['no signature', { 'X-Amz-Signature': undefined, Policy: undefined }, 10],
    ['a right for everybody to read', { acl: 'public-read' }, 10],
  ])('a form does not take %s', async (_, changes, bytes) => {
    await storage().delete(KEY);
    expect(await post(changes, Buffer.alloc(bytes, 1))).toBeGreaterThanOrEqual(400);
    for (const key of [KEY, 'uploads/owner/two', 'uploads/other/one', 'uploads/owner/file'])
      expect(await storage().size(key)).toBeUndefined();
  });

  test('an upload form of yesterday is refused', async () => {
    nowMs = Date.now() - (UPLOAD_FORM_SECONDS + 5) * 1000;
    const clock = { ...systemClock, now: () => new Date(nowMs) };
    expect(await post({}, Buffer.alloc(10, 1), storage({ clock }))).toBe(403);
  });

  test('wrong keys and a missing bucket are reported', async () => {
    expect(await storage().fault()).toBeUndefined();
    expect(await storage({ secretAccessKey: 'wrong' }).fault()).toEqual(expect.any(String));
    expect(await storage({ bucket: 'elsewhere' }).fault()).toEqual(expect.any(String));
  });

  describe('with the whole server', () => {
    let server: TestProcess;
    afterAll(() => server.stop('SIGKILL'));

    test('a photo is uploaded to the bucket, becomes a PDF there, and is gone when it is deleted', async () => {
      const dataDir = join(folder, 'data');
      server = startServer(dataDir, gateway.env);
      const base = await server.address();
      const applicant = new VirtualApplicant('zoe@example.com', new Browser(() => base));
      await applicant.signUp(new Mailbox(dataDir));
      const photo = await makePicture({ type: 'jpeg', width: 300, height: 400 });
      await applicant.upload('employ_resume', photo, 'photo.jpg');
      expect(await applicant.conversion('employ_resume')).toBe('COMPLETED');
      const kept = await all(storage().list('documents'));
      expect(kept).toHaveLength(1);
      expect((await storage().read(kept[0]?.key ?? ''))?.subarray(0, 5).toString()).toBe('%PDF-');
      await applicant.insist('DELETE', '/api/document-answer/employ_resume');
      await expect.poll(() => all(storage().list('documents')), { timeout: 10_000 }).toEqual([]);
    });
  });

  async function all<T>(source: AsyncIterable<T>): Promise<T[]> {
    const found: T[] = [];
    for await (const part of source) found.push(part);
    return found;
  }

  /** Posts a form with some fields changed and returns the status. */
  async function post(
    changes: Readonly<Record<string, string | undefined>>,
    file: Buffer,
    from = storage(),
  ): Promise<number> {
    const { url, fields } = await from.uploadForm(KEY);
    const sent = Object.entries({ ...fields, ...changes }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as [string, string]],
    );
    const body = new Uint8Array(multipart(sent, file));
    return (await fetch(url, { method: 'POST', headers: MULTIPART, body })).status;
  }
});
