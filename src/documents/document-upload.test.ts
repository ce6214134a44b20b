import { expect, test, vi } from 'vitest';
import { NetworkError, ServerError, UnauthorizedError } from '#api/errors.ts';
import { NotJsonError } from '#api/fetch-json.ts';
import { Device } from '#device/device.ts';
import { converted, FakeFileServer, type Outcome } from '#testing/fake-file-server.ts';
import { blankDevice, hurriedClock, KEY, openTab, transcript, waitingState } from '#testing/upload-tab.ts';
import { WaitingFiles } from './waiting-files.ts';

blankDevice();

test('goes all the way: asked for a place, posted, converted, attached', async () => {
  const server = new FakeFileServer();
  const { upload, told, files, statuses } = await openTab(server);
  await upload.choose(transcript());
  expect(server.heard).toEqual(['presign', 'post', 'convert object-1 transcript.pdf', 'conversion']);
  expect(told).toEqual(['attached']);
  expect(statuses()).toEqual(['uploading', 'uploading', 'converting', 'none']);
  expect((await files.left()).waiting.size).toBe(0);
});

test.each([
  { name: 'notes.txt', bytes: 5, sentence: /This type of file cannot be read/ },
  { name: 'empty.pdf', bytes: 0, sentence: /This file is empty/ },
  { name: 'large.pdf', bytes: 1_048_577, sentence: /larger than 1 MB/ },
  { name: `${'n'.repeat(29)}.pdf`, bytes: 5, sentence: /longer than 32 characters/ },
])('says what is wrong with $name of $bytes bytes and sends nothing', async ({ name, bytes, sentence }) => {
  const server = new FakeFileServer();
  const { upload } = await openTab(server);
  await upload.choose(new File([new Uint8Array(bytes)], name));
  expect(upload.getState()).toMatchObject({ status: 'failed', message: expect.stringMatching(sentence) });
  expect(server.heard).toEqual([]);
});

test('a file chosen without a network waits, survives the tab, and goes up once, byte for byte', async () => {
  const server = new FakeFileServer();
  server.failures.presign = [new NetworkError('no network')];
  const first = await openTab(server);
  void first.upload.choose(transcript());
  await waitingState(first.upload);
  expect(first.upload.getState()).toMatchObject({ isOffline: true });
  first.upload.leave();

  const second = await openTab(server, 'two');
  const waiting = (await second.files.left()).waiting.get(KEY);
  expect(waiting?.file).toMatchObject({ name: 'transcript.pdf', type: 'application/pdf', size: 6 });
  if (waiting !== undefined) await second.upload.goOn(waiting);
  expect(second.told).toEqual(['attached']);
  expect(server.bytes).toEqual([new Uint8Array([37, 80, 68, 70, 0, 255])]);
  expect((await second.files.left()).waiting.size).toBe(0);
});

test.each([
  { isShared: false, where: 'this device' },
  { isShared: true, where: 'a shared computer' },
])(
  'a file that its folder has lost while it waits goes up from $where all the same',
  async ({ isShared }) => {
    const server = new FakeFileServer();
    server.failures.presign = [new NetworkError('no network')];
    const { upload, told, device } = await openTab(server);
    if (isShared) await device.setShared(true);
    const file = transcript();
    const all = upload.choose(file);
    await waitingState(upload);
    file.arrayBuffer = async () => Promise.reject(new DOMException('gone', 'NotFoundError'));
    upload.retry();
    await all;
    expect(told).toEqual(['attached']);
    expect(server.bytes).toEqual([new Uint8Array([37, 80, 68, 70, 0, 255])]);
  },
);

test('a file that its folder has lost can be sent again after a failure', async () => {
  const server = new FakeFileServer();
  server.outcomes.push({ status: 'FAILED', message: 'Try again.' });
  const { upload } = await openTab(server);
  const file = transcript();
  await upload.choose(file);
  file.arrayBuffer = async () => Promise.reject(new DOMException('gone', 'NotFoundError'));
  const failed = upload.getState();
  if (failed.status === 'failed' && failed.file !== undefined) await upload.choose(failed.file);
  expect(upload.getState().status).toBe('none');
  expect(server.bytes).toHaveLength(2);
});

test('a file that waits for a network says nothing else until its bytes flow', async () => {
  const server = new FakeFileServer();
  server.failures.presign = Array.from({ length: 5 }, () => new NetworkError('no network'));
  const { upload, told, statuses } = await openTab(server, 'one', hurriedClock());
  await upload.choose(transcript());
  expect(told).toEqual(['attached']);
  const waits = Array.from({ length: 5 }, () => 'waiting');
  expect(statuses()).toEqual(['uploading', 'uploading', ...waits, 'uploading', 'converting', 'none']);
});

test('a file that waits tries at once when somebody says that there is a network', async () => {
  const server = new FakeFileServer();
  server.failures.presign = Array.from({ length: 8 }, () => new NetworkError('no network'));
  const { upload, told } = await openTab(server);
  const all = upload.choose(transcript());
  await waitingState(upload);
  server.failures.presign = [];
  upload.retry();
  await all;
  expect(told).toEqual(['attached']);
});

test.each([
  { at: 'presign', error: new ServerError(500, 'It broke.'), said: 'It broke.' },
  { at: 'convert', error: new ServerError(422, 'Not your file.'), said: 'Not your file.' },
] as const)(
  'a refusal at $at is said, the field cleared, the conversion reset',
  async ({ at, error, said }) => {
    const server = new FakeFileServer();
    server.failures[at] = [error];
    const { upload, told, files } = await openTab(server);
    await upload.choose(transcript());
    expect(told).toEqual([`transcript.pdf failed: ${said}`, 'cleared']);
    expect(server.heard.at(-1)).toBe('forget conversion');
    expect(upload.getState()).toMatchObject({ status: 'failed', message: said, file: expect.any(File) });
    expect((await files.left()).waiting.size).toBe(0);
  },
);

test.each(['chosen', 'followed'] as const)(
  'what failed once %s is told again at the next visit, until it has been seen',
  async (begins) => {
    const server = new FakeFileServer();
    server.outcomes.push({ status: 'FAILED', message: 'This PDF is protected by a password.' });
    const first = await openTab(server);
    await (begins === 'chosen' ? first.upload.choose(transcript()) : first.upload.follow('transcript.pdf'));
    const failed = (await first.files.left()).failed.get(KEY);
    expect(failed?.message).toBe('This PDF is protected by a password.');
    expect(failed?.file?.name).toBe(begins === 'chosen' ? 'transcript.pdf' : undefined);
    const second = await openTab(server, 'two');
    if (failed !== undefined) second.upload.failedBefore(failed);
    expect(second.upload.getState()).toMatchObject({ status: 'failed', message: failed?.message });
    await second.upload.seen();
    expect((await second.files.left()).failed.size).toBe(0);
  },
);

test('a file that this device cannot read is said, and takes the place of the one before', async () => {
  const server = new FakeFileServer();
  server.failures.presign = [new NetworkError('no network')];
  const { upload, told, files } = await openTab(server);
  void upload.choose(transcript());
  await waitingState(upload);
  const unreadable = transcript();
  unreadable.arrayBuffer = async () => Promise.reject(new DOMException('gone', 'NotReadableError'));
  await upload.choose(unreadable);
  expect(upload.getState().status).toBe('failed');
  expect(told.at(-1)).toBe('cleared');
  const { waiting, failed } = await files.left();
  expect(waiting.size).toBe(0);
  expect(failed.get(KEY)).toMatchObject({ file: undefined });
});

test('what is seen costs a write on the device once, and none where nothing was kept of it', async () => {
  const server = new FakeFileServer();
  const { upload } = await openTab(server);
  const device = new Device();
  await device.open();
  const writesOf = async (work: () => Promise<void>) => {
    const before = (await device.pulse()) ?? 0;
    await work();
    return ((await device.pulse()) ?? 0) - before;
  };
  await upload.choose(new File([], 'empty.pdf'));
  expect(await writesOf(upload.seen.bind(upload))).toBe(0);
  server.failures.presign = [new ServerError(500, 'It broke.')];
  await upload.choose(transcript());
  expect(await writesOf(upload.seen.bind(upload))).toBe(1);
  expect(await writesOf(upload.seen.bind(upload))).toBe(0);
});

test('a failure that is seen late takes no file along that was chosen since', async () => {
  const server = new FakeFileServer();
  server.failures.presign = [new ServerError(500, 'It broke.'), new NetworkError('no network')];
  const { upload, files } = await openTab(server);
  await upload.choose(transcript());
  void upload.choose(transcript());
  await waitingState(upload);
  await upload.seen();
  expect([...(await files.left()).waiting.keys()]).toEqual([KEY]);
  expect((await files.left()).failed.size).toBe(0);
  upload.leave();
});

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
    const all = one.upload.choose(transcript());
    await vi.waitFor(() => expect(server.count('convert')).toBe(1));
    const two = await openTab(server, 'two');
    const later = new File([new Uint8Array([1])], 'later.pdf');
    void two.upload.choose(later);
    await waitingState(two.upload);
    converting.resolve(outcome);
    await all;
    expect((await two.files.left()).waiting.get(KEY)?.file.name).toBe('later.pdf');
    two.upload.leave();
  },
);

test.each([
  { what: 'a page', error: new NotJsonError(200) },
  {
    what: 'a page that asks to log in to the network',
    error: new ServerError(511, 'no', {}, undefined, false),
  },
])('behind a portal that answers with $what, a file waits as without a network', async ({ error }) => {
  const server = new FakeFileServer();
  const behindIt = Array.from<unknown, Error>({ length: 30 }, () => error);
  server.failures.presign = [...behindIt, new ServerError(503, 'Busy.')];
  server.failures.conversion = [error];
  const { upload, told, states } = await openTab(server, 'one', hurriedClock());
  await upload.choose(transcript());
  expect(told).toEqual(['attached']);
  const waits = states.flatMap((state) => (state.status === 'waiting' ? [state.isOffline] : []));
  expect(waits).toEqual([...behindIt.map(() => true), false, true]);
});

test('something on the way that answers for the server is tried again', async () => {
  const server = new FakeFileServer();
  server.failures.presign = [new ServerError(200, 'unexpected', {}, undefined, false)];
  const { upload, told } = await openTab(server);
  const all = upload.choose(transcript());
  await waitingState(upload);
  upload.retry();
  await all;
  expect(told).toEqual(['attached']);
});

test('an ended session leaves the file on this device', async () => {
  const server = new FakeFileServer();
  server.failures.presign = [new UnauthorizedError(401, 'Your session is invalid.')];
  const { upload, told, files } = await openTab(server);
  await upload.choose(transcript());
  expect(told).toEqual(['unauthorized']);
  expect([...(await files.left()).waiting.keys()]).toEqual([KEY]);
});

test('a file that cannot be taken back since the session has ended is said to be there', async () => {
  const server = new FakeFileServer();
  server.failures['forget conversion'] = [new UnauthorizedError(401, 'Your session is invalid.')];
  const { upload, told } = await openTab(server);
  expect(await upload.remove()).toBe(false);
  expect(told).toEqual(['unauthorized']);
  expect(await upload.remove()).toBe(true);
});

test('where a file cannot be taken back, what the server has is asked for, and its conversion watched', async () => {
  const server = new FakeFileServer();
  server.outcomes.push({ status: 'IN_PROGRESS', message: '' });
  server.failures['forget conversion'] = [new NetworkError('no network')];
  const { upload, told } = await openTab(server);
  void upload.choose(transcript());
  await vi.waitFor(() => expect(server.count('conversion')).toBe(1));
  await expect(upload.remove()).rejects.toThrow(NetworkError);
  expect(told).toContain('asked anew');
  await vi.waitFor(() => expect(told).toContain('attached'));
});

test('a file that waits is taken back without a word to the server', async () => {
  const server = new FakeFileServer();
  server.failures.presign = [new NetworkError('no network')];
  const { upload, told, files } = await openTab(server);
  void upload.choose(transcript());
  await waitingState(upload);
  await upload.remove();
  expect(server.heard).toEqual(['presign']);
  expect(told).toEqual(['cleared']);
  expect(upload.getState()).toEqual({ status: 'none' });
  expect((await files.left()).waiting.size).toBe(0);
});

test('a file under way is taken back here and on the server', async () => {
  const server = new FakeFileServer();
  server.outcomes.push({ status: 'IN_PROGRESS', message: '' });
  const { upload, told } = await openTab(server);
  void upload.choose(transcript());
  await vi.waitFor(() => expect(server.count('conversion')).toBe(1));
  await upload.remove();
  expect(server.heard.slice(-2)).toEqual(['forget conversion', 'forget file']);
  expect(told).toEqual(['cleared']);
});

test('another account finds nothing of the file', async () => {
  const server = new FakeFileServer();
  server.failures.presign = [new NetworkError('no network')];
  const { upload } = await openTab(server);
  void upload.choose(transcript());
  await waitingState(upload);
  const device = new Device();
  await device.open();
  expect((await new WaitingFiles(device, 'bob').left()).waiting.size).toBe(0);
  upload.leave();
});
