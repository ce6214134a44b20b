import { expect, test, vi } from 'vitest';
import { ServerError, UnauthorizedError } from '#api/errors.ts';
import { ANSWERED } from '#form/change.ts';
import { converted, FakeFileServer } from '#testing/fake-file-server.ts';
import { blankDevice, KEY, noNetwork, openTab, transcript } from '#testing/files-tab.ts';
import { waitingFiles } from '../select.ts';

blankDevice();

const OURS = { file_name: 'transcript.pdf', file_size: 6 };

test('a removal at which the session ends is not done later', async () => {
  const server = new FakeFileServer();
  server.theirs = { ...OURS, status: 'COMPLETED' };
  server.failures['forget conversion'] = [new UnauthorizedError(401, 'Your session is invalid.')];
  const tab = await openTab(server, 'one', undefined, ANSWERED);
  expect(await tab.uploads.remove(KEY)).toBe(false);
  await tab.hasTold('unauthorized');
  await tab.application.leave('expired');
  tab.kill();
  const next = await openTab(server, 'next', undefined, ANSWERED);
  await next.stores({});
  expect(server.heard).toEqual(['forget conversion']);
  expect(next.answer).toBe(ANSWERED);
});

test('a removal that the server refuses is reported, and the file stays', async () => {
  const server = new FakeFileServer();
  server.theirs = { ...OURS, status: 'COMPLETED' };
  server.failures['forget conversion'] = [new ServerError(500, 'Not now.')];
  const tab = await openTab(server, 'one', undefined, ANSWERED);
  expect(await tab.uploads.remove(KEY)).toBe(false);
  await tab.hasTold('transcript.pdf failed: Not now.', 'list');
  expect(tab.answer).toBe(ANSWERED);
  await tab.stores({});
  expect(await tab.uploads.remove(KEY)).toBe(true);
  await tab.hasTold('transcript.pdf failed: Not now.', 'list', 'taken back', 'cleared', 'list');
});

test('without a network a removal says so, and the file stays', async () => {
  const server = new FakeFileServer();
  server.theirs = { ...OURS, status: 'COMPLETED' };
  server.failures['forget conversion'] = noNetwork();
  const tab = await openTab(server, 'one', undefined, ANSWERED);
  expect(await tab.uploads.remove(KEY)).toBe(false);
  await tab.hasTold(expect.stringMatching(/^transcript.pdf failed: We cannot reach the server/), 'list');
  expect(tab.answer).toBe(ANSWERED);
  expect(waitingFiles(tab.application.state)).toBe(0);
  await tab.stores({});
});

test('a removal is over if the account has another document, which stays', async () => {
  const server = new FakeFileServer();
  server.theirs = { ...OURS, status: 'COMPLETED' };
  server.failures['forget conversion'] = [new ServerError(412, 'Changed.')];
  const tab = await openTab(server, 'one', undefined, ANSWERED);
  expect(await tab.uploads.remove(KEY)).toBe(true);
  await tab.hasTold('list');
  expect(server.heard).toEqual(['forget conversion']);
  expect(tab.answer).toBe(ANSWERED);
});

test('a document is removed by its place although the list of documents cannot be read', async () => {
  const server = new FakeFileServer();
  server.lookFailure = new ServerError(500, 'It broke.');
  server.outcomes.push({ ...converted, place: 'object-1' });
  const forgets = vi.spyOn(server.wire, 'forgetFile');
  const tab = await openTab(server, 'one', undefined, ANSWERED);
  expect(await tab.uploads.remove(KEY)).toBe(true);
  expect(forgets).toHaveBeenCalledWith(KEY, 'object-1');
  await tab.hasTold('cleared', 'list');
  await tab.stores({});
});

test('a file that is chosen after a failed removal replaces the document unasked', async () => {
  const server = new FakeFileServer();
  server.theirs = { ...OURS, file_name: 'old.pdf', status: 'COMPLETED', place: 'before' };
  server.failures['forget conversion'] = noNetwork();
  const converts = vi.spyOn(server.wire, 'convert');
  const tab = await openTab(server, 'one', undefined, ANSWERED);
  expect(await tab.uploads.remove(KEY)).toBe(false);
  await tab.uploads.choose(KEY, new File([], 'empty.pdf'));
  await tab.uploads.choose(KEY, transcript());
  await vi.waitFor(() => expect(converts).toHaveBeenCalled());
  expect(converts.mock.lastCall?.[2]).toBe('before');
  await tab.end();
  expect(tab.statuses).not.toContain('asking');
});

test('a file that is chosen during a removal replaces the document unasked, also after a restart', async () => {
  const server = new FakeFileServer();
  server.theirs = { ...OURS, file_name: 'old.pdf', status: 'COMPLETED', place: 'before' };
  const forgets = vi.spyOn(server.wire, 'forgetConversion');
  forgets.mockReturnValue(new Promise(() => undefined));
  server.failures.presign = noNetwork(50);
  const tab = await openTab(server, 'one', undefined, ANSWERED);
  void tab.uploads.remove(KEY);
  await vi.waitFor(() => expect(forgets).toHaveBeenCalledWith(KEY, 'before'));
  await tab.uploads.choose(KEY, transcript());
  await tab.reaches('waiting');
  tab.kill();
  server.failures.presign = [];
  const next = await openTab(server, 'next', undefined, ANSWERED);
  await vi.waitFor(() => expect(server.count('convert')).toBe(1));
  await next.end();
  expect([...tab.statuses, ...next.statuses]).not.toContain('asking');
});
