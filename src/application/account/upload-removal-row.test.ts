import { expect, test, vi } from 'vitest';
import { ServerError, UnauthorizedError } from '#api/errors.ts';
import { ANSWERED } from '#form/change.ts';
import { converted, FakeFileServer } from '#testing/fake-file-server.ts';
import { blankDevice, KEY, noNetwork, openTab, transcript } from '#testing/files-tab.ts';
import { waitingFiles } from '../select.ts';

blankDevice();

const OURS = { file_name: 'transcript.pdf', file_size: 6 };

test('a file that cannot be removed because the session has ended is removed after the next login', async () => {
  const server = new FakeFileServer();
  server.theirs = { ...OURS, status: 'COMPLETED' };
  server.failures['forget conversion'] = [new UnauthorizedError(401, 'Your session is invalid.')];
  const tab = await openTab(server, 'one', undefined, ANSWERED);
  const removal = tab.uploads.remove(KEY);
  await tab.hasTold('unauthorized');
  await tab.application.leave('expired');
  expect(await removal).toBe(false);
  tab.kill();
  const next = await openTab(server, 'next', undefined, ANSWERED);
  await next.hasTold('cleared', 'list');
  expect(server.count('forget')).toBe(3);
  await next.stores({});
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

test('a file is removed offline: that waits, survives the tab, and is done once', async () => {
  const server = new FakeFileServer();
  server.theirs = { ...OURS, status: 'COMPLETED' };
  server.failures['forget conversion'] = noNetwork();
  const tab = await openTab(server, 'one', undefined, ANSWERED);
  expect(await tab.uploads.remove(KEY)).toBe(false);
  await tab.hasTold(expect.stringMatching(/We will try again until it is deleted/));
  expect(waitingFiles(tab.application.state)).toBe(1);
  tab.kill();
  const next = await openTab(server, 'next', undefined, ANSWERED);
  await next.hasTold('cleared', 'list');
  expect(server.heard).toEqual(['forget conversion', 'forget conversion', 'forget file']);
  await next.stores({});
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

test('a removal that waits spares the document that another device has attached since', async () => {
  const server = new FakeFileServer();
  server.theirs = { ...OURS, status: 'COMPLETED' };
  server.failures['forget conversion'] = noNetwork();
  const tab = await openTab(server, 'one', undefined, ANSWERED);
  expect(await tab.uploads.remove(KEY)).toBe(false);
  tab.kill();
  server.theirs = { file_name: 'theirs.pdf', file_size: 7, status: 'COMPLETED' };
  const next = await openTab(server, 'next', undefined, ANSWERED);
  await next.hasTold('list');
  expect(server.heard).toEqual(['forget conversion']);
  expect(next.answer).toBe(ANSWERED);
});

test('a file that is chosen while a removal waits replaces the document unasked, also after a restart', async () => {
  const server = new FakeFileServer();
  server.theirs = { ...OURS, file_name: 'old.pdf', status: 'COMPLETED' };
  server.failures['forget conversion'] = noNetwork();
  server.failures.presign = noNetwork(50);
  const tab = await openTab(server, 'one', undefined, ANSWERED);
  expect(await tab.uploads.remove(KEY)).toBe(false);
  await tab.uploads.choose(KEY, transcript());
  await tab.reaches('waiting');
  tab.kill();
  server.failures.presign = [];
  const next = await openTab(server, 'next', undefined, ANSWERED);
  await vi.waitFor(() => expect(server.count('convert')).toBe(1));
  await next.end();
  expect([...tab.statuses, ...next.statuses]).not.toContain('asking');
  expect(server.count('forget')).toBe(1);
});
