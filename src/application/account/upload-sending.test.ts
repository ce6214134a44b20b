import { expect, test, vi } from 'vitest';
import { NetworkError, ServerError, StorageError } from '#api/errors.ts';
import { FakeFileServer } from '#testing/fake-file-server.ts';
import { ANSWERED } from '#form/change.ts';
import { blankDevice, hurriedClock, openTab, transcript } from '#testing/files-tab.ts';

blankDevice();

test('a file that storage did not get waits, which is reported, and uploads by itself once storage is back', async () => {
  const server = new FakeFileServer();
  server.failures.post = Array.from({ length: 9 }, () => new StorageError('no storage'));
  const tab = await openTab(server, 'one', hurriedClock());
  await tab.choose();
  const told = expect.stringMatching(/^transcript\.pdf failed: We could not reach the place/);
  await tab.hasTold(told, 'taken back', 'attached', 'list');
  expect(server.count('post')).toBe(10);
  expect(tab.statuses).toContain('waiting');
});

test('storage that cannot be reached for minutes is reported, and the file is still there', async () => {
  const server = new FakeFileServer();
  server.failures.post = Array.from({ length: 99 }, () => new StorageError('no storage'));
  const hurried = hurriedClock();
  const tab = await openTab(server, 'one', hurried, ANSWERED);
  await tab.choose();
  expect(server.count('post')).toBe(16);
  const minutes = hurried.elapsed() / 60_000;
  expect(minutes).toBeGreaterThan(4);
  expect(minutes).toBeLessThan(11);
  await tab.hasTold(
    expect.stringMatching(
      /^transcript\.pdf failed: We could not reach the place where files are kept\. Your file is still on this device/,
    ),
    'cleared',
    'list',
  );
  expect(tab.state).toMatchObject({ status: 'failed', file: { name: 'transcript.pdf' } });
  await tab.stores({
    failed: expect.objectContaining({ file: expect.objectContaining({ name: 'transcript.pdf' }) }),
  });
});

test('a long time offline does not count as a failure of storage', async () => {
  const server = new FakeFileServer();
  server.failures.presign = Array.from({ length: 30 }, () => new NetworkError('no network'));
  server.failures.post = [new StorageError('no storage')];
  const tab = await openTab(server, 'one', hurriedClock());
  await tab.choose();
  await tab.hasTold('attached', 'list');
});

test('a file that storage has is not sent again because its conversion could not be requested', async () => {
  const server = new FakeFileServer();
  server.failures.convert = [
    new ServerError(429, 'Later.'),
    new ServerError(502, 'no', {}, undefined, false),
  ];
  const tab = await openTab(server, 'one', hurriedClock());
  await tab.choose();
  expect(tab.answer).toBe(ANSWERED);
  expect([server.count('post'), server.count('convert')]).toEqual([1, 3]);
});

test('a file that storage no longer has is sent again', async () => {
  const server = new FakeFileServer();
  server.failures.convert = [new ServerError(429, 'Later.'), new ServerError(404, 'Not known.')];
  const tab = await openTab(server, 'one', hurriedClock());
  await tab.choose();
  expect(tab.answer).toBe(ANSWERED);
  expect([server.count('post'), server.count('convert')]).toEqual([2, 3]);
});

test('the server’s message is shown at once, while the file is tried again, until it is accepted', async () => {
  const server = new FakeFileServer();
  server.failures.presign = [new ServerError(503, 'Busy.'), new ServerError(503, 'Busy.')];
  const tab = await openTab(server, 'one', hurriedClock());
  await tab.choose(transcript());
  await tab.hasTold('transcript.pdf failed: Busy.', 'taken back', 'attached', 'list');
});

test('a file is sent although the browser refuses its lock', async () => {
  const request = async () => Promise.reject(new DOMException('Access is denied.', 'SecurityError'));
  vi.stubGlobal('navigator', { locks: { request } });
  const tab = await openTab(new FakeFileServer(), 'one', hurriedClock());
  await tab.choose();
  vi.unstubAllGlobals();
  await tab.hasTold('attached', 'list');
});
