import { expect, test, vi } from 'vitest';
import { NetworkError, UnauthorizedError } from '#api/errors.ts';
import { ANSWERED } from '#form/change.ts';
import { converted, FakeFileServer, type Outcome } from '#testing/fake-file-server.ts';
import { blankDevice, KEY, noNetwork, openTab, storedFile, transcript } from '#testing/files-tab.ts';
import { keptFiles } from '#files/kept-files.ts';

blankDevice();

test.each([
  { end: 'has failed', outcome: { status: 'FAILED', message: 'This PDF is protected by a password.' } },
  { end: 'is attached', outcome: converted },
] as const)(
  'what was chosen in another tab since waits, though the file before it $end',
  async ({ outcome }) => {
    const server = new FakeFileServer();
    const one = await openTab(server);
    const converting = Promise.withResolvers<Outcome>();
    server.wire.conversion = async () => converting.promise;
    await one.uploads.choose(KEY, transcript());
    await vi.waitFor(() => expect(server.count('convert')).toBe(1));
    await one.stores({ kept: storedFile('transcript.pdf', true) });
    const two = await openTab(server, 'two');
    await two.uploads.choose(KEY, new File([new Uint8Array([1])], 'later.pdf'));
    await two.reaches('waiting');
    converting.resolve(outcome);
    await one.end();
    await two.stores({ kept: storedFile('later.pdf') });
  },
);

test('an ended session leaves the file on this device', async () => {
  const server = new FakeFileServer();
  server.failures.presign = [new UnauthorizedError(401, 'Your session is invalid.')];
  const tab = await openTab(server);
  await tab.uploads.choose(KEY, transcript());
  await tab.hasTold('unauthorized');
  await tab.stores({ kept: storedFile('transcript.pdf') });
});

test('a file that cannot be taken back since the session has ended is said to be there', async () => {
  const server = new FakeFileServer();
  server.failures['forget conversion'] = [new UnauthorizedError(401, 'Your session is invalid.')];
  const tab = await openTab(server);
  expect(await tab.uploads.remove(KEY)).toBe(false);
  expect(tab.told).toEqual(['unauthorized']);
  expect(await tab.uploads.remove(KEY)).toBe(true);
});

test('where a file cannot be taken back, what the server has is asked for, and its conversion watched', async () => {
  const server = new FakeFileServer();
  server.outcomes.push({ status: 'IN_PROGRESS', message: '' });
  server.failures['forget conversion'] = noNetwork();
  const tab = await openTab(server);
  await tab.uploads.choose(KEY, transcript());
  await vi.waitFor(() => expect(server.count('conversion')).toBe(1));
  await expect(tab.uploads.remove(KEY)).rejects.toThrow(NetworkError);
  await tab.hasTold('list', 'attached', 'list');
});

test('a file that waits is taken back without a word to the server', async () => {
  const server = new FakeFileServer();
  server.failures.presign = noNetwork();
  const tab = await openTab(server, 'one', undefined, ANSWERED);
  await tab.uploads.choose(KEY, transcript());
  await tab.reaches('waiting');
  expect(await tab.uploads.remove(KEY)).toBe(true);
  expect(server.heard).toEqual(['presign']);
  await tab.hasTold('cleared', 'list');
  expect(tab.state).toEqual({ status: 'none' });
  await tab.stores({});
});

test('a file under way is taken back here and on the server', async () => {
  const server = new FakeFileServer();
  server.outcomes.push({ status: 'IN_PROGRESS', message: '' });
  const tab = await openTab(server, 'one', undefined, ANSWERED);
  await tab.uploads.choose(KEY, transcript());
  await vi.waitFor(() => expect(server.count('conversion')).toBe(1));
  await tab.uploads.remove(KEY);
  expect(server.heard.slice(-2)).toEqual(['forget conversion', 'forget file']);
  await tab.hasTold('cleared', 'list');
  await tab.stores({});
});

test('another account finds nothing of the file', async () => {
  const server = new FakeFileServer();
  server.failures.presign = noNetwork();
  const tab = await openTab(server);
  await tab.uploads.choose(KEY, transcript());
  await tab.reaches('waiting');
  expect((await keptFiles(tab.device, 'bob').left()).kept.size).toBe(0);
});

test('nothing goes on for an applicant who has left', async () => {
  const server = new FakeFileServer();
  server.failures.presign = noNetwork();
  const tab = await openTab(server);
  await tab.uploads.choose(KEY, transcript());
  await tab.reaches('waiting');
  await tab.application.leave('expired');
  tab.application.dispatch({ type: 'filesHastened' });
  expect(tab.state).toEqual({ status: 'none' });
  expect(server.heard).toEqual(['presign']);
  await tab.stores({ kept: storedFile('transcript.pdf') });
});

test('a tab whose turn another one has taken waits, and looks what has become of the file', async () => {
  const server = new FakeFileServer();
  const tab = await openTab(server);
  const { post } = server.wire;
  server.wire.post = async (_presigned, _file, signal) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  await tab.uploads.choose(KEY, transcript());
  await vi.waitFor(() => expect(server.heard).toEqual(['presign']));
  await navigator.locks.request(`$lease/file/${KEY}`, { steal: true }, () => undefined);
  await tab.reaches('waiting');
  server.wire.post = post;
  tab.application.dispatch({ type: 'filesHastened' });
  await tab.hasTold('attached', 'list');
  expect(server.count('post')).toBe(1);
});
