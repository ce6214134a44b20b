import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { MAX_FILE_BYTES } from '#limits.ts';
import { makePicture } from '#server/testing/files/corpus.ts';
import { portOf, RawClient } from '#server/testing/raw-client.ts';
import { smallDisk } from '#server/testing/small-disk.ts';
import { conversionOf, MULTIPART, multipart, postFile, type Form } from '#server/testing/uploads.ts';
import { startTestServer } from '#server/testing/test-server.ts';

vi.setConfig({ testTimeout: 60_000 });
const KEY = 'college_transcript';
const FILE = Buffer.from('some file');

test(
  'on a full disk, uploads are refused, not as the applicant’s fault, until there is room',
  { tags: 'slow' },
  async (context) => {
    const disk = smallDisk(context);
    const full = await startTestServer({ env: { DATA_DIR: join(disk.folder, 'data') } });
    onTestFinished(() => full.close());
    const applicant = await full.applicant();
    const { body: form } = await applicant.post('/api/presigned-url', { answer_key: KEY });
    const request = { file_key: form.fields.key, file_name: 'scan.png' };
    const picture = await makePicture({ type: 'png' });
    disk.fill(4096);
    expect((await full.visitor().get('/readyz')).status).toBe(503);
    expect((await postFile(applicant, form, Buffer.concat([picture, Buffer.alloc(50_000)]))).status).toBe(
      503,
    );
    await applicant.post(`/api/pdf/document-answer/${KEY}`, request);
    expect(await conversionOf(applicant, KEY)).toEqual({
      status: 'FAILED',
      message: 'We cannot accept files right now. Please upload yours again in a few minutes.',
    });

    disk.empty();
    expect((await postFile(applicant, form, picture)).status).toBe(204);
    await applicant.post(`/api/pdf/document-answer/${KEY}`, request);
    expect((await conversionOf(applicant, KEY)).status).toBe('COMPLETED');
  },
);

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

test('files that are being received count as received, so many at once do not use up the reserve', async (context) => {
  const disk = smallDisk(context);
  const scarce = await startTestServer({ env: { DATA_DIR: join(disk.folder, 'data') } });
  onTestFinished(() => scarce.close());
  const applicant = await scarce.applicant();
  const { body: form } = await applicant.post('/api/presigned-url', { answer_key: KEY });
  const body = multipart(Object.entries(form.fields as Form['fields']), Buffer.alloc(90_000, 1));
  const port = await portOf(scarce.app);
  const parts = () => readdirSync(join(disk.folder, 'data/storage/.parts'));
  disk.fill(4 * MAX_FILE_BYTES + 1_200_000);

  const slow = [];
  for (const numParts of [1, 2]) {
    const client = new RawClient(port);
    slow.push(client);
    client.send('POST', form.url, { ...MULTIPART, 'content-length': String(body.length) });
    client.socket.write(body.subarray(0, 50_000));
    await vi.waitFor(() => expect(parts()).toHaveLength(numParts));
  }
  expect((await postFile(applicant, form, FILE)).status).toBe(503);
  expect((await scarce.visitor().get('/readyz')).body).toMatchObject({ parts: { storage: 'ok' } });

  for (const client of slow) client.socket.destroy();
  await vi.waitFor(() => expect(parts()).toEqual([]));
  expect((await postFile(applicant, form, FILE)).status).toBe(204);
});
