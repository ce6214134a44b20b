import { expect, test, vi } from 'vitest';
import { NetworkError, UnauthorizedError } from '#api/errors.ts';
import { ANSWERED } from '#form/change.ts';
import { converted, FakeFileServer, type Outcome } from '#testing/fake-file-server.ts';
import {
  blankDevice,
  KEY,
  looksUntil,
  noNetwork,
  openTab,
  storedFile,
  transcript,
} from '#testing/files-tab.ts';
import { handClock } from '#testing/hand-clock.ts';
import { storedFiles } from '#files/stored-files.ts';

blankDevice();

const OURS = { file_name: 'transcript.pdf', file_size: 6 };

test.each([
  { end: 'has failed', outcome: { status: 'FAILED', message: 'This PDF is protected by a password.' } },
  { end: 'is attached', outcome: converted },
] as const)(
  'a file that was chosen in another tab since waits, although the file before it $end',
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
    server.failures.presign = noNetwork(50);
    converting.resolve(outcome);
    await vi.waitFor(() => expect(one.state).toMatchObject({ status: 'waiting', name: 'later.pdf' }));
    expect(one.answer).toBe(outcome.status === 'COMPLETED' ? ANSWERED : '');
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

test('a file that is removed twice is removed once, and the one chosen next stays', async () => {
  const server = new FakeFileServer();
  server.outcomes.push({ status: 'IN_PROGRESS', message: '' });
  const tab = await openTab(server);
  await tab.uploads.choose(KEY, transcript());
  await vi.waitFor(() => expect(server.count('conversion')).toBe(1));
  const forgotten = Promise.withResolvers<void>();
  server.wire.forgetFile = () => forgotten.promise;
  const removals = [tab.uploads.remove(KEY), tab.uploads.remove(KEY)];
  forgotten.resolve();
  expect(await Promise.all(removals)).toEqual([true, true]);
  server.failures.presign = noNetwork();
  await tab.uploads.choose(KEY, new File([new Uint8Array([1])], 'later.pdf'));
  await tab.reaches('waiting');
  await tab.stores({ kept: storedFile('later.pdf') });
});

test('a file that the storage does not have yet is removed offline', async () => {
  const server = new FakeFileServer();
  const tab = await openTab(server);
  server.wire.post = async (_place, _file, signal) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  server.failures['forget conversion'] = noNetwork();
  await tab.uploads.choose(KEY, transcript());
  await tab.reaches('uploading');
  await vi.waitFor(() => expect(server.heard).toEqual(['presign']));
  expect(await tab.uploads.remove(KEY)).toBe(true);
  expect(tab.state).toEqual({ status: 'none' });
  await tab.stores({});
});

test('a file that a lost request may have sent is removed from the server, if it is there', async () => {
  const server = new FakeFileServer();
  server.failures.convert = noNetwork();
  const tab = await openTab(server);
  await tab.uploads.choose(KEY, transcript());
  await tab.reaches('waiting');
  server.lookFailure = new NetworkError('no network');
  tab.application.dispatch({ type: 'filesHastened', key: KEY });
  server.lookFailure = undefined;
  server.theirs = { ...OURS, status: 'IN_PROGRESS' };
  expect(await tab.uploads.remove(KEY)).toBe(true);
  expect(server.count('forget')).toBe(2);
});

test('another tab knows of a file at once, and sends it if this one closes', async () => {
  const server = new FakeFileServer();
  server.failures.presign = noNetwork();
  const hands = handClock();
  const two = await openTab(server, 'two', hands);
  const one = await openTab(server);
  await one.uploads.choose(KEY, transcript());
  await two.reaches('waiting');
  await one.crash();
  await looksUntil(hands, () => expect(two.state.status).toBe('none'));
  await two.stores({});
  expect(server.count('convert')).toBe(1);
});

test('a tab that gets no messages finds another tab’s file when it is shown', async () => {
  vi.stubGlobal('BroadcastChannel', undefined);
  const server = new FakeFileServer();
  server.failures.presign = noNetwork(50);
  const [one, two] = [await openTab(server), await openTab(server, 'two')];
  await one.uploads.choose(KEY, transcript());
  expect(two.state.status).toBe('none');
  two.application.dispatch({ type: 'filesHastened' });
  await two.reaches('waiting');
});

test('a waiting file is removed without a call to the server', async () => {
  const server = new FakeFileServer();
  server.failures.presign = noNetwork();
  const tab = await openTab(server, 'one', undefined, ANSWERED);
  await tab.uploads.choose(KEY, transcript());
  await tab.reaches('waiting');
  expect(await tab.uploads.remove(KEY)).toBe(true);
  expect(server.heard).toEqual(['presign']);
  await tab.hasTold('list');
  expect(tab.state).toEqual({ status: 'none' });
  await tab.stores({});
});

test('an uploading file is removed here and on the server', async () => {
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
  expect((await storedFiles(tab.device, 'bob').read())?.size).toBe(0);
});

test('nothing continues for an applicant who has left', async () => {
  const server = new FakeFileServer();
  server.failures.presign = noNetwork();
  const tab = await openTab(server);
  await tab.uploads.choose(KEY, transcript());
  await tab.reaches('waiting');
  await tab.application.leave('expired');
  tab.application.dispatch({ type: 'filesHastened' });
  expect(tab.state).toEqual({ status: 'none' });
  await tab.stores({ kept: storedFile('transcript.pdf') });
  expect(server.heard).toEqual(['presign']);
});

test('another tab does not continue a file that is being removed', async () => {
  const server = new FakeFileServer();
  server.outcomes.push({ status: 'IN_PROGRESS', message: '' });
  const one = await openTab(server);
  await one.uploads.choose(KEY, transcript());
  await vi.waitFor(() => expect(server.count('conversion')).toBe(1));
  const forgotten = Promise.withResolvers<void>();
  server.wire.forgetFile = () => forgotten.promise;
  const removal = one.uploads.remove(KEY);
  await vi.waitFor(() => expect(server.count('forget conversion')).toBe(1));
  const hands = handClock();
  const two = await openTab(server, 'two', hands);
  expect(two.state.status).toBe('none');
  forgotten.resolve();
  expect(await removal).toBe(true);
  await looksUntil(hands, () => expect(two.state.status).toBe('none'));
  expect(server.count('conversion')).toBe(1);
  await two.stores({});
});

test('a tab reports nothing of a conversion that another tab removes', async () => {
  const server = new FakeFileServer();
  server.wire.conversion = async () => {
    server.heard.push('conversion');
    return { status: server.count('forget') > 0 ? 'NOT_ANSWERED' : 'IN_PROGRESS', message: '' };
  };
  const hands = handClock();
  const [one, two] = [await openTab(server, 'one', hands), await openTab(server, 'two')];
  await one.uploads.choose(KEY, transcript());
  await one.stores({ kept: storedFile('transcript.pdf', true) });
  await two.reaches('waiting');
  const forgotten = Promise.withResolvers<void>();
  server.wire.forgetFile = () => forgotten.promise;
  const removal = two.uploads.remove(KEY);
  await vi.waitFor(() => expect(server.heard.at(-1)).toBe('forget conversion'));
  forgotten.resolve();
  expect(await removal).toBe(true);
  await looksUntil(hands, () => expect(one.state.status).toBe('none'));
  expect(one.told.filter((what) => what !== 'list')).toEqual([]);
  expect(server.count('forget')).toBe(1);
  await two.stores({});
});

test('a removal spares what another tab has chosen since', async () => {
  const server = new FakeFileServer();
  const [one, two] = [
    await openTab(server, 'one', undefined, ANSWERED),
    await openTab(server, 'two', undefined, ANSWERED),
  ];
  const forgotten = Promise.withResolvers<void>();
  server.wire.forgetFile = () => forgotten.promise;
  server.failures.presign = noNetwork(50);
  server.theirs = { ...OURS, status: 'COMPLETED' };
  const removal = one.uploads.remove(KEY);
  await vi.waitFor(() => expect(server.count('forget conversion')).toBe(1));
  await two.uploads.choose(KEY, transcript());
  await one.reaches('waiting');
  forgotten.resolve();
  expect(await removal).toBe(true);
  expect(one.state.status).toBe('waiting');
  await two.stores({ kept: storedFile('transcript.pdf') });
});

test('a file that another tab has replaced is removed without the new one', async () => {
  const server = new FakeFileServer();
  server.failures.presign = noNetwork(50);
  const [one, two] = [await openTab(server), await openTab(server, 'two')];
  await one.uploads.choose(KEY, transcript());
  await two.reaches('waiting');
  await one.uploads.choose(KEY, new File([new Uint8Array([1])], 'later.pdf'));
  expect(two.state).toMatchObject({ name: 'transcript.pdf' });
  expect(await two.uploads.remove(KEY)).toBe(true);
  await one.stores({ kept: storedFile('later.pdf') });
  await vi.waitFor(() => expect(two.state).toMatchObject({ status: 'waiting', name: 'later.pdf' }));
});

test('a file that another tab has sent is removed from the server, too', async () => {
  const server = new FakeFileServer();
  server.wire.conversion = async () => ({ status: 'IN_PROGRESS', message: '' });
  const two = await openTab(server, 'two');
  const one = await openTab(server);
  await one.uploads.choose(KEY, transcript());
  await one.stores({ kept: storedFile('transcript.pdf', true) });
  await two.reaches('waiting');
  expect(await two.uploads.remove(KEY)).toBe(true);
  expect(server.count('forget')).toBe(2);
});

test('a file that is chosen in place of another one is known in the other tab', async () => {
  const server = new FakeFileServer();
  server.failures.presign = noNetwork(50);
  const hands = handClock();
  const two = await openTab(server, 'two', hands);
  const one = await openTab(server);
  await one.uploads.choose(KEY, transcript());
  await two.reaches('waiting');
  await one.uploads.remove(KEY);
  await one.uploads.choose(KEY, new File([new Uint8Array([1])], 'later.pdf'));
  await looksUntil(hands, () => expect(two.state).toMatchObject({ status: 'waiting', name: 'later.pdf' }));
});
