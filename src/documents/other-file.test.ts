import { expect, test, vi } from 'vitest';
import { NetworkError, ServerError } from '#api/errors.ts';
import { FakeFileServer } from '#testing/fake-file-server.ts';
import { blankDevice, hurriedClock, openTab, transcript } from '#testing/upload-tab.ts';

blankDevice();

const theirs = { file_name: 'resume.pdf', file_size: 900, status: 'COMPLETED' } as const;

async function choosing(server = new FakeFileServer(), tabClock = hurriedClock()) {
  server.theirs = theirs;
  const tab = await openTab(server, 'one', tabClock);
  const all = tab.upload.choose(transcript());
  await vi.waitFor(() =>
    expect(tab.upload.getState()).toMatchObject({ status: 'asking', theirs: 'resume.pdf' }),
  );
  return { ...tab, server, all };
}

test('nothing goes up while another device’s file may be replaced, and nothing at all if it is kept', async () => {
  const { server, upload, told, files, all } = await choosing();
  expect(server.heard).toEqual([]);
  upload.decide(false);
  await all;
  expect(server.heard).toEqual([]);
  expect(told).toEqual(['attached']);
  expect(upload.getState().status).toBe('none');
  expect((await files.left()).waiting.size).toBe(0);
});

test('a file that replaces another device’s is asked about once, however often it is tried', async () => {
  const server = new FakeFileServer();
  server.failures.presign = [new NetworkError('no network'), new NetworkError('no network')];
  const { upload, told, all, statuses } = await choosing(server);
  upload.decide(true);
  await all;
  expect(told).toEqual(['attached']);
  expect(statuses().filter((status) => status === 'asking')).toHaveLength(1);
});

test.each(['while asked', 'while it goes up'])('cancelling %s leaves another device’s file', async (when) => {
  const { server, upload, told, files, all } = await choosing();
  if (when === 'while it goes up') {
    server.wire.post = (_presigned, _file, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    upload.decide(true);
    await vi.waitFor(() => expect(server.heard).toEqual(['presign']));
  } else void all;
  await upload.remove();
  expect(server.count('forget')).toBe(0);
  expect(told).toEqual(['asked anew']);
  expect((await files.left()).waiting.size).toBe(0);
});

test('a refusal leaves another device’s file', async () => {
  const server = new FakeFileServer();
  server.failures.presign = [new ServerError(500, 'It broke.')];
  const { upload, told, all } = await choosing(server);
  upload.decide(true);
  await all;
  expect(server.count('forget')).toBe(0);
  expect(told).toEqual(['transcript.pdf failed: It broke.', 'asked anew']);
  expect(upload.getState().status).toBe('failed');
});

test('a list of documents that the server refuses to give holds no file up', async () => {
  const server = new FakeFileServer();
  server.lookFailure = new ServerError(500, 'It broke.');
  const { upload, told } = await openTab(server);
  await upload.choose(transcript());
  expect(told).toEqual(['attached']);
});

test('a file that fails while the list is unknown deletes nothing that the account may have', async () => {
  const server = new FakeFileServer();
  server.lookFailure = new ServerError(500, 'It broke.');
  server.failures.presign = [new ServerError(422, 'We cannot take this file.')];
  const { upload, told } = await openTab(server);
  await upload.choose(transcript());
  expect(server.count('forget')).toBe(0);
  expect(told).toEqual(['transcript.pdf failed: We cannot take this file.', 'asked anew']);
});

test('a server that has no time for the list has none for the file', async () => {
  const server = new FakeFileServer();
  server.lookFailure = new ServerError(503, 'Please try again.');
  const { upload, told } = await openTab(server);
  await upload.choose(transcript());
  expect(server.heard).toEqual([]);
  expect(told).toEqual(['transcript.pdf failed: Please try again.', 'asked anew']);
});

test.each([
  { name: 'transcript.pdf', size: 6, status: 'COMPLETED', isAsked: false },
  { name: 'transcript.pdf', size: 7, status: 'COMPLETED', isAsked: true },
  { name: 'other.pdf', size: 6, status: 'IN_PROGRESS', isAsked: true },
  { name: 'other.pdf', size: 6, status: 'FAILED', isAsked: false },
] as const)('$name of $size bytes, $status: asked $isAsked', async ({ name, size, status, isAsked }) => {
  const server = new FakeFileServer();
  server.theirs = { file_name: name, file_size: size, status };
  const { upload, statuses } = await openTab(server);
  const all = upload.choose(transcript());
  await vi.waitFor(() => expect(['asking', 'none']).toContain(upload.getState().status));
  upload.decide(false);
  await all;
  expect(statuses().includes('asking')).toBe(isAsked);
});
