import { promisifyRequest } from 'idb-keyval';
import { expect, test, vi } from 'vitest';
import { ServerError } from '#api/errors.ts';
import { NotJsonError } from '#api/fetch-json.ts';
import { ANSWERED } from '#form/change.ts';
import { FakeFileServer } from '#testing/fake-file-server.ts';
import {
  blankDevice,
  type FilesTab,
  fragileFile,
  hurriedClock,
  KEY,
  looksUntil,
  noNetwork,
  openTab,
  transcript,
} from '#testing/files-tab.ts';
import { handClock } from '#testing/hand-clock.ts';
import { isOnlyHere } from '../select.ts';
import { setShared } from '#device/changes.ts';

blankDevice();

test('a file gets a place, is posted, converted and attached', async () => {
  const server = new FakeFileServer();
  const tab = await openTab(server);
  await tab.choose();
  expect(server.heard).toEqual(['presign', 'post', 'convert object-1 transcript.pdf', 'conversion']);
  await tab.hasTold('attached', 'list');
  expect(tab.statuses).toEqual(['none', 'uploading', 'converting', 'none']);
  await tab.stores({});
});

test.each([
  { name: 'notes.txt', bytes: 5, sentence: /This type of file cannot be read/ },
  { name: 'empty.pdf', bytes: 0, sentence: /This file is empty/ },
  { name: 'large.pdf', bytes: 1_048_577, sentence: /larger than 1 MB/ },
  { name: `${'n'.repeat(29)}.pdf`, bytes: 5, sentence: /longer than 32 characters/ },
])('says what is wrong with $name of $bytes bytes and sends nothing', async ({ name, bytes, sentence }) => {
  const server = new FakeFileServer();
  const tab = await openTab(server);
  await tab.choose(new File([new Uint8Array(bytes)], name));
  expect(tab.state).toMatchObject({ status: 'failed', message: expect.stringMatching(sentence) });
  expect(server.heard).toEqual([]);
  expect(tab.told).toEqual([]);
});

test('a file chosen offline waits, survives the tab, and uploads once, byte for byte', async () => {
  const server = new FakeFileServer();
  server.failures.presign = noNetwork();
  const first = await openTab(server);
  await first.uploads.choose(KEY, transcript());
  await first.reaches('waiting');
  expect(first.state).toMatchObject({ isOffline: true });
  first.kill();

  const second = await openTab(server, 'two');
  await second.hasTold('attached', 'list');
  expect(server.bytes).toEqual([new Uint8Array([37, 80, 68, 70, 0, 255])]);
  await second.stores({});
});

test.each([
  { isShared: false, where: 'this device' },
  { isShared: true, where: 'a shared computer' },
])(
  'a file that is deleted from its folder while it waits still uploads from $where',
  async ({ isShared }) => {
    const server = new FakeFileServer();
    server.failures.presign = noNetwork();
    const tab = await openTab(server);
    if (isShared) await setShared(tab.device, true);
    const { file, lose } = fragileFile();
    await tab.uploads.choose(KEY, file);
    await tab.reaches('waiting');
    lose();
    tab.application.dispatch({ type: 'filesHastened' });
    await tab.hasTold('attached', 'list');
    expect(server.bytes).toEqual([new Uint8Array([37, 80, 68, 70, 0, 255])]);
  },
);

test('a file that is deleted from its folder can be sent again after a failure', async () => {
  const server = new FakeFileServer();
  server.outcomes.push({ status: 'FAILED', message: 'Try again.' });
  const tab = await openTab(server);
  const { file, lose } = fragileFile();
  await tab.choose(file);
  lose();
  const { state } = tab;
  if (state.status === 'failed' && state.file !== undefined) await tab.choose(state.file);
  expect(tab.state.status).toBe('none');
  expect(server.bytes).toHaveLength(2);
});

test('a file that waits for a network shows nothing else until it uploads', async () => {
  const server = new FakeFileServer();
  server.failures.presign = noNetwork(5);
  const tab = await openTab(server, 'one', hurriedClock());
  await tab.choose();
  await tab.hasTold('attached', 'list');
  expect(server.count('presign')).toBe(6);
  expect(tab.statuses).toEqual(['none', 'uploading', 'waiting', 'uploading', 'converting', 'none']);
});

test('a waiting file is tried at once when the browser reports a network', async () => {
  const server = new FakeFileServer();
  server.failures.presign = noNetwork(8);
  const tab = await openTab(server);
  await tab.uploads.choose(KEY, transcript());
  await tab.reaches('waiting');
  server.failures.presign = [];
  tab.application.dispatch({ type: 'filesHastened', key: KEY });
  await tab.hasTold('attached', 'list');
});

test.each([
  { what: 'a page', error: new NotJsonError(200) },
  {
    what: 'a page that asks to log in to the network',
    error: new ServerError(511, 'no', {}, undefined, false),
  },
])(
  'behind a portal that answers with $what, a file waits and is tried again, which is reported once',
  async ({ error }) => {
    const server = new FakeFileServer();
    const behindIt = Array.from<unknown, Error>({ length: 30 }, () => error);
    server.failures.presign = [...behindIt, new ServerError(503, 'Busy.')];
    server.failures.conversion = [error];
    const tab = await openTab(server, 'one', hurriedClock());
    await tab.choose();
    const told = `transcript.pdf failed: ${error.message}`;
    await tab.hasTold(
      told,
      'transcript.pdf failed: Busy.',
      'taken back',
      told,
      'taken back',
      'attached',
      'list',
    );
    expect(server.count('presign')).toBe(32);
    expect(tab.waitsOffline).toEqual([false]);
  },
);

test('a file is tried again if something else answers for the server', async () => {
  const server = new FakeFileServer();
  server.failures.presign = [new ServerError(200, 'unexpected', {}, undefined, false)];
  const tab = await openTab(server);
  await tab.uploads.choose(KEY, transcript());
  await tab.reaches('waiting');
  tab.application.dispatch({ type: 'filesHastened' });
  await tab.end();
  expect(tab.answer).toBe(ANSWERED);
});

test('a file that the device has no room for is still tried again', async () => {
  const server = new FakeFileServer();
  server.failures.presign = noNetwork();
  const tab = await openTab(server, 'one', hurriedClock());
  const write = vi.spyOn(tab.device, 'write').mockResolvedValue({ kind: 'failed' });
  await tab.choose();
  expect(write).toHaveBeenCalled();
  await tab.hasTold('attached', 'list');
});

test.each<{ what: string; happens: (tab: FilesTab, other: FilesTab) => Promise<void> }>([
  {
    what: 'the browser clears the storage',
    async happens(tab) {
      await promisifyRequest(indexedDB.deleteDatabase('application'));
      await tab.application.journal.sync();
      await tab.application.journal.flush();
    },
  },
  {
    what: 'storing is turned off and on again',
    async happens(tab) {
      await setShared(tab.device, true);
      await setShared(tab.device, false);
    },
  },
  {
    what: 'another tab does so',
    async happens(_, other) {
      await setShared(other.device, true);
      await setShared(other.device, false);
    },
  },
])('a waiting file uploads although $what', async ({ happens }) => {
  const server = new FakeFileServer();
  server.failures.presign = noNetwork(50);
  const hands = handClock();
  const tab = await openTab(server, 'one', hands);
  await tab.uploads.choose(KEY, transcript());
  await tab.reaches('waiting');
  await happens(tab, await openTab(server, 'two'));
  server.failures.presign = [];
  tab.application.dispatch({ type: 'filesHastened' });
  // It may be the other tab's turn.
  await looksUntil(hands, () => expect(tab.state.status).toBe('none'));
  // If the device stores nothing, each tab may send its copy.
  expect([1, 2]).toContain(server.bytes.length);
});

test('a file for which there is no room is not reported as stored here', async () => {
  const server = new FakeFileServer();
  server.failures.presign = noNetwork(50);
  const tab = await openTab(server);
  const { put } = IDBObjectStore.prototype;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, name) {
    if (typeof name === 'string' && name.startsWith('file/'))
      throw new DOMException('full', 'QuotaExceededError');
    return put.call(this, value, name);
  });
  await tab.uploads.choose(KEY, transcript());
  await tab.reaches('waiting');
  tab.application.set('city', 'Erie');
  await tab.application.save();
  expect(tab.application.status.text).toBe('Offline: 1 answer and 1 file waiting.');
  expect(isOnlyHere(tab.application.state)).toBe(true);
});
