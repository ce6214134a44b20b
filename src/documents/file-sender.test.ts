import { expect, test } from 'vitest';
import { NetworkError, ServerError } from '#api/errors.ts';
import { FakeFileServer } from '#testing/fake-file-server.ts';
import { blankDevice, hurriedClock, KEY, openTab, transcript } from '#testing/upload-tab.ts';

blankDevice();

test('a file that storage did not get waits, and goes up by itself once storage is back', async () => {
  const server = new FakeFileServer();
  server.failures.post = Array.from({ length: 9 }, () => new NetworkError('no storage'));
  const { upload, told, statuses } = await openTab(server, 'one', hurriedClock());
  await upload.choose(transcript());
  expect(told).toEqual(['attached']);
  expect(server.count('post')).toBe(10);
  expect(statuses()).toContain('waiting');
});

test('storage that stays out of reach for minutes is said, and the file is still there', async () => {
  const server = new FakeFileServer();
  server.failures.post = Array.from({ length: 99 }, () => new NetworkError('no storage'));
  const hurried = hurriedClock();
  const { upload, told, files } = await openTab(server, 'one', hurried);
  await upload.choose(transcript());
  const minutes = hurried.elapsed() / 60_000;
  expect(minutes).toBeGreaterThan(4);
  expect(minutes).toBeLessThan(10);
  expect(told).toEqual([
    expect.stringMatching(
      /^transcript\.pdf failed: We could not reach the place where files are kept\. Your file is still on this device/,
    ),
    'cleared',
  ]);
  expect(upload.getState()).toMatchObject({ status: 'failed', file: { name: 'transcript.pdf' } });
  expect((await files.left()).failed.get(KEY)?.file?.name).toBe('transcript.pdf');
});

test('a long time without a network does not count against storage', async () => {
  const server = new FakeFileServer();
  server.failures.presign = Array.from({ length: 30 }, () => new NetworkError('no network'));
  server.failures.post = [new NetworkError('no storage')];
  const { upload, told } = await openTab(server, 'one', hurriedClock());
  await upload.choose(transcript());
  expect(told).toEqual(['attached']);
});

test('what storage has is not sent there again for a conversion that could not be asked for', async () => {
  const server = new FakeFileServer();
  server.failures.convert = [
    new ServerError(429, 'Later.'),
    new ServerError(502, 'no', {}, undefined, false),
  ];
  const { upload, told } = await openTab(server, 'one', hurriedClock());
  await upload.choose(transcript());
  expect(told).toEqual(['attached']);
  expect([server.count('post'), server.count('convert')]).toEqual([1, 3]);
});

test('what storage no longer has is sent there once more', async () => {
  const server = new FakeFileServer();
  server.failures.convert = [new ServerError(429, 'Later.'), new ServerError(404, 'Not known.')];
  const { upload, told } = await openTab(server, 'one', hurriedClock());
  await upload.choose(transcript());
  expect(told).toEqual(['attached']);
  expect([server.count('post'), server.count('convert')]).toEqual([2, 3]);
});
