import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import { NetworkError, ServerError, UnauthorizedError } from '#api/errors.ts';
import { clock, type Clock } from '#device/clock.ts';
import { Device } from '#device/device.ts';
import { senderLease } from '#device/sender-lease.ts';
import { DocumentUpload, type UploadState } from './document-upload.ts';
import type { DocumentWire } from './document-wire.ts';
import { WaitingFiles } from './waiting-files.ts';

const KEY = 'college_transcript';
const OWNER = 'ann';
const transcript = () =>
  new File([new Uint8Array([37, 80, 68, 70, 0, 255])], 'transcript.pdf', { type: 'application/pdf' });

type Outcome = Awaited<ReturnType<DocumentWire['conversion']>>;
const converted: Outcome = { status: 'COMPLETED', message: 'Your document is attached.' };

type Heard = 'presign' | 'post' | 'convert' | 'conversion' | 'forget conversion';

/** A server and storage that fail on demand and log the requests they get. */
class FakeServer {
  readonly heard: string[] = [];
  readonly bytes: Uint8Array[] = [];
  readonly failures: Partial<Record<Heard, Error[]>> = {};
  readonly outcomes: Outcome[] = [];

  readonly wire: DocumentWire = {
    presign: async () => {
      this.#hear('presign');
      return { url: '/storage', fields: { key: 'object-1' } };
    },
    post: async (_presigned, file) => {
      this.#hear('post');
      this.bytes.push(new Uint8Array(await file.arrayBuffer()));
    },
    convert: async (_key, fileKey, fileName) => this.#hear('convert', ` ${fileKey} ${fileName}`),
    conversion: async () => {
      this.#hear('conversion');
      return this.outcomes.shift() ?? converted;
    },
    forgetConversion: async () => this.#hear('forget conversion'),
    forgetFile: async () => void this.heard.push('forget file'),
  };

  count(call: string): number {
    return this.heard.filter((heard) => heard.startsWith(call)).length;
  }

  #hear(call: Heard, more = ''): void {
    this.heard.push(`${call}${more}`);
    const failure = this.failures[call]?.shift();
    if (failure !== undefined) throw failure;
  }
}

/** A clock that ends every wait at once and logs its length. */
function hurriedClock(): Clock & { readonly waits: number[] } {
  let now = 0;
  const waits: number[] = [];
  return {
    ...clock,
    waits,
    elapsed: () => now,
    after(ms, callback) {
      const timer = setTimeout(() => {
        now += ms;
        waits.push(ms);
        callback();
      });
      return () => clearTimeout(timer);
    },
  };
}

/** Opens a tab that shows the question. */
async function openTab(server: FakeServer, tab = 'one', tabClock: Clock = clock) {
  const device = new Device();
  await device.open();
  const told: string[] = [];
  const states: UploadState[] = [];
  const files = new WaitingFiles(device, OWNER);
  const tell = (word: string) => async () => told.push(word) > 0;
  const upload = new DocumentUpload(KEY, {
    wire: server.wire,
    clock: tabClock,
    files,
    lease: senderLease(device, `file/${KEY}`, tab),
    onAttached: tell('attached'),
    onCleared: tell('cleared'),
    refresh: tell('asked anew'),
    onFailed: (name, sentence) => void told.push(`${name} failed: ${sentence}`),
    onUnauthorized: () => void told.push('unauthorized'),
  });
  upload.subscribe(() => states.push(upload.getState()));
  return { upload, told, files, device, states, statuses: () => states.map(({ status }) => status) };
}

const waitingState = async (upload: DocumentUpload) =>
  vi.waitFor(() => expect(upload.getState().status).toBe('waiting'));

beforeEach(() => {
  vi.restoreAllMocks();
  globalThis.indexedDB = new IDBFactory();
});

test('goes all the way: asked for a place, posted, converted, attached', async () => {
  const server = new FakeServer();
  const { upload, told, files, statuses } = await openTab(server);
  await upload.choose(transcript());
  expect(server.heard).toEqual(['presign', 'post', 'convert object-1 transcript.pdf', 'conversion']);
  expect(told).toEqual(['attached']);
  expect(statuses()).toEqual(['uploading', 'uploading', 'converting', 'none']);
  expect((await files.left()).waiting.size).toBe(0);
});

test('polls until the conversion has settled', async () => {
  const server = new FakeServer();
  server.outcomes.push({ status: 'IN_PROGRESS', message: '' });
  const { upload, told } = await openTab(server);
  await upload.choose(transcript());
  expect(server.count('conversion')).toBe(2);
  expect(told).toEqual(['attached']);
});

test('polls every 2 seconds for as long as the server converts, and says that it takes long', async () => {
  const server = new FakeServer();
  const polls = 400;
  server.outcomes.push(
    ...Array.from({ length: polls }, () => ({ status: 'IN_PROGRESS', message: '' }) as const),
  );
  const hurried = hurriedClock();
  const { upload, told, states } = await openTab(server, 'one', hurried);
  await upload.choose(transcript());
  expect(hurried.waits).toEqual(Array.from({ length: polls }, () => 2000));
  expect(states.some((state) => state.status === 'converting' && state.isLong)).toBe(true);
  expect(told).toEqual(['attached']);
});

test.each([
  { trouble: 'a server in trouble', error: () => new ServerError(502, 'unexpected', {}, undefined, false) },
  { trouble: 'a server that says no', error: () => new ServerError(500, 'It broke.') },
  { trouble: 'no network', error: () => new NetworkError('no network') },
  { trouble: 'too many polls', error: () => new ServerError(429, 'Too many.', {}, 45_000), atLeast: 45_000 },
])('$trouble ends no conversion: it is asked for less and less often', async ({ error, atLeast = 2000 }) => {
  for (const begins of ['chosen', 'followed'] as const) {
    const server = new FakeServer();
    server.failures.conversion = Array.from<unknown, Error>({ length: 20 }, () => error());
    const hurried = hurriedClock();
    const { upload, told } = await openTab(server, 'one', hurried);
    await (begins === 'chosen' ? upload.choose(transcript()) : upload.follow('transcript.pdf'));
    expect(told).toEqual(['attached']);
    expect(server.heard).not.toContain('forget conversion');
    expect(hurried.waits).toHaveLength(20);
    expect(Math.min(...hurried.waits)).toBeGreaterThanOrEqual(atLeast);
    expect(hurried.waits.at(-1)).toBeGreaterThan(20_000);
  }
});

test.each([
  {
    trouble: 'a conversion that never ends',
    setUp: (server: FakeServer) =>
      server.outcomes.push(
        ...Array.from({ length: 2000 }, () => ({ status: 'IN_PROGRESS', message: '' }) as const),
      ),
    asked: 601,
  },
  {
    trouble: 'a server that refuses to say how it goes',
    setUp: (server: FakeServer) => {
      server.failures.conversion = Array.from({ length: 50 }, () => new ServerError(403, 'Not yours.'));
    },
    asked: 3,
  },
  {
    trouble: 'a server in trouble for good',
    setUp: (server: FakeServer) => {
      server.failures.conversion = Array.from({ length: 500 }, () => new ServerError(500, 'It broke.'));
    },
    asked: 44,
  },
])('$trouble is asked no more one day, which is said, and deletes nothing', async ({ setUp, asked }) => {
  // The random part of a wait would change how often the server is asked.
  vi.spyOn(Math, 'random').mockReturnValue(0);
  for (const begins of ['chosen', 'followed'] as const) {
    const server = new FakeServer();
    setUp(server);
    const { upload, told, files } = await openTab(server, 'one', hurriedClock());
    await (begins === 'chosen' ? upload.choose(transcript()) : upload.follow('transcript.pdf'));
    expect(server.count('conversion')).toBe(asked);
    expect(told).toEqual([expect.stringMatching(/could not learn whether your file is attached/)]);
    expect(upload.getState().status).toBe('failed');
    expect(server.heard.filter((heard) => heard.startsWith('forget'))).toEqual([]);
    expect((await files.left()).failed.get(KEY)?.file?.name).toBe(
      begins === 'chosen' ? 'transcript.pdf' : undefined,
    );
    await upload.follow('transcript.pdf');
    expect(server.count('conversion')).toBe(asked);
  }
});

test('a server that refuses to say how it goes once and again, and then does, is believed', async () => {
  const server = new FakeServer();
  const refusal = () => new ServerError(404, 'There is none.');
  const broke = () => new ServerError(500, 'It broke.');
  server.failures.conversion = [refusal(), refusal(), broke(), refusal(), refusal()];
  const { upload, told } = await openTab(server, 'one', hurriedClock());
  await upload.choose(transcript());
  expect(told).toEqual(['attached']);
});

test.each([
  { name: 'notes.txt', bytes: 5, sentence: /This type of file cannot be read/ },
  { name: 'empty.pdf', bytes: 0, sentence: /This file is empty/ },
  { name: 'large.pdf', bytes: 1_048_577, sentence: /larger than 1 MB/ },
  { name: `${'n'.repeat(29)}.pdf`, bytes: 5, sentence: /longer than 32 characters/ },
])('says what is wrong with $name of $bytes bytes and sends nothing', async ({ name, bytes, sentence }) => {
  const server = new FakeServer();
  const { upload } = await openTab(server);
  await upload.choose(new File([new Uint8Array(bytes)], name));
  expect(upload.getState()).toMatchObject({ status: 'failed', message: expect.stringMatching(sentence) });
  expect(server.heard).toEqual([]);
});

test('a file chosen without a network waits, survives the tab, and goes up once, byte for byte', async () => {
  const server = new FakeServer();
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
    const server = new FakeServer();
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
  const server = new FakeServer();
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
  const server = new FakeServer();
  server.failures.presign = Array.from({ length: 5 }, () => new NetworkError('no network'));
  const { upload, told, statuses } = await openTab(server, 'one', hurriedClock());
  await upload.choose(transcript());
  expect(told).toEqual(['attached']);
  const waits = Array.from({ length: 5 }, () => 'waiting');
  expect(statuses()).toEqual(['uploading', 'uploading', ...waits, 'uploading', 'converting', 'none']);
});

test('a file that waits tries at once when somebody says that there is a network', async () => {
  const server = new FakeServer();
  server.failures.presign = Array.from({ length: 8 }, () => new NetworkError('no network'));
  const { upload, told } = await openTab(server);
  const all = upload.choose(transcript());
  await waitingState(upload);
  server.failures.presign = [];
  upload.retry();
  await all;
  expect(told).toEqual(['attached']);
});

test('a file that the server had been asked to convert is not sent again by the next visit', async () => {
  const server = new FakeServer();
  const { upload, told } = await openTab(server);
  await upload.goOn({ id: '1', file: transcript(), isSent: true });
  expect(server.heard).toEqual(['conversion']);
  expect(told).toEqual(['attached']);
});

test.each([
  { at: 'presign', error: new ServerError(500, 'It broke.'), said: 'It broke.' },
  { at: 'convert', error: new ServerError(422, 'Not your file.'), said: 'Not your file.' },
] as const)(
  'a refusal at $at is said, the field cleared, the conversion reset',
  async ({ at, error, said }) => {
    const server = new FakeServer();
    server.failures[at] = [error];
    const { upload, told, files } = await openTab(server);
    await upload.choose(transcript());
    expect(told).toEqual([`transcript.pdf failed: ${said}`, 'cleared']);
    expect(server.heard.at(-1)).toBe('forget conversion');
    expect(upload.getState()).toMatchObject({ status: 'failed', message: said, file: expect.any(File) });
    expect((await files.left()).waiting.size).toBe(0);
  },
);

test.each(['FAILED', 'NOT_ANSWERED'] as const)('a conversion that ends in %s is said', async (status) => {
  const server = new FakeServer();
  server.outcomes.push({ status, message: 'This PDF is protected by a password.' });
  const { upload, told } = await openTab(server);
  await upload.choose(transcript());
  expect(told[0]).toMatch(status === 'FAILED' ? /protected by a password/ : /did not reach us/);
  expect(upload.getState().status).toBe('failed');
});

test.each(['chosen', 'followed'] as const)(
  'what failed once %s is told again at the next visit, until it has been seen',
  async (begins) => {
    const server = new FakeServer();
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
  const server = new FakeServer();
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
  const server = new FakeServer();
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
  const server = new FakeServer();
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
    const server = new FakeServer();
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

test('a file that storage did not get waits, and goes up by itself once storage is back', async () => {
  const server = new FakeServer();
  server.failures.post = Array.from({ length: 9 }, () => new NetworkError('no storage'));
  const { upload, told, statuses } = await openTab(server, 'one', hurriedClock());
  await upload.choose(transcript());
  expect(told).toEqual(['attached']);
  expect(server.count('post')).toBe(10);
  expect(statuses()).toContain('waiting');
});

test('storage that stays out of reach for minutes is said, and the file is still there', async () => {
  const server = new FakeServer();
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
  const server = new FakeServer();
  server.failures.presign = Array.from({ length: 30 }, () => new NetworkError('no network'));
  server.failures.post = [new NetworkError('no storage')];
  const { upload, told } = await openTab(server, 'one', hurriedClock());
  await upload.choose(transcript());
  expect(told).toEqual(['attached']);
});

test.each([null, undefined])('a conversion without a message (%s) is believed', async (message) => {
  const server = new FakeServer();
  server.outcomes.push({ status: 'IN_PROGRESS', message }, { status: 'COMPLETED', message });
  const { upload, told } = await openTab(server, 'one', hurriedClock());
  await upload.choose(transcript());
  expect(told).toEqual(['attached']);
});

test('something on the way that answers for the server is tried again', async () => {
  const server = new FakeServer();
  server.failures.presign = [new ServerError(200, 'unexpected', {}, undefined, false)];
  const { upload, told } = await openTab(server);
  const all = upload.choose(transcript());
  await waitingState(upload);
  upload.retry();
  await all;
  expect(told).toEqual(['attached']);
});

test('what storage has is not sent there again for a conversion that could not be asked for', async () => {
  const server = new FakeServer();
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
  const server = new FakeServer();
  server.failures.convert = [new ServerError(429, 'Later.'), new ServerError(404, 'Not known.')];
  const { upload, told } = await openTab(server, 'one', hurriedClock());
  await upload.choose(transcript());
  expect(told).toEqual(['attached']);
  expect([server.count('post'), server.count('convert')]).toEqual([2, 3]);
});

test('an ended session leaves the file on this device', async () => {
  const server = new FakeServer();
  server.failures.presign = [new UnauthorizedError(401, 'Your session is invalid.')];
  const { upload, told, files } = await openTab(server);
  await upload.choose(transcript());
  expect(told).toEqual(['unauthorized']);
  expect([...(await files.left()).waiting.keys()]).toEqual([KEY]);
});

test('a file that cannot be taken back since the session has ended is said to be there', async () => {
  const server = new FakeServer();
  server.failures['forget conversion'] = [new UnauthorizedError(401, 'Your session is invalid.')];
  const { upload, told } = await openTab(server);
  expect(await upload.remove()).toBe(false);
  expect(told).toEqual(['unauthorized']);
  expect(await upload.remove()).toBe(true);
});

test('where a file cannot be taken back, what the server has is asked for, and its conversion watched', async () => {
  const server = new FakeServer();
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
  const server = new FakeServer();
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
  const server = new FakeServer();
  server.outcomes.push({ status: 'IN_PROGRESS', message: '' });
  const { upload, told } = await openTab(server);
  void upload.choose(transcript());
  await vi.waitFor(() => expect(server.count('conversion')).toBe(1));
  await upload.remove();
  expect(server.heard.slice(-2)).toEqual(['forget conversion', 'forget file']);
  expect(told).toEqual(['cleared']);
});

test('another account finds nothing of the file', async () => {
  const server = new FakeServer();
  server.failures.presign = [new NetworkError('no network')];
  const { upload } = await openTab(server);
  void upload.choose(transcript());
  await waitingState(upload);
  const device = new Device();
  await device.open();
  expect((await new WaitingFiles(device, 'bob').left()).waiting.size).toBe(0);
  upload.leave();
});
