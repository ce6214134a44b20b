import { expect, test, vi } from 'vitest';
import { NetworkError, ServerError } from '#api/errors.ts';
import { FakeFileServer } from '#testing/fake-file-server.ts';
import { blankDevice, hurriedClock, KEY, openTab, transcript } from '#testing/upload-tab.ts';

blankDevice();

test('polls until the conversion has settled', async () => {
  const server = new FakeFileServer();
  server.outcomes.push({ status: 'IN_PROGRESS', message: '' });
  const { upload, told } = await openTab(server);
  await upload.choose(transcript());
  expect(server.count('conversion')).toBe(2);
  expect(told).toEqual(['attached']);
});

test('polls every 2 seconds for as long as the server converts, and says that it takes long', async () => {
  const server = new FakeFileServer();
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
    const server = new FakeFileServer();
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
    setUp: (server: FakeFileServer) =>
      server.outcomes.push(
        ...Array.from({ length: 2000 }, () => ({ status: 'IN_PROGRESS', message: '' }) as const),
      ),
    asked: 601,
  },
  {
    trouble: 'a server that refuses to say how it goes',
    setUp: (server: FakeFileServer) => {
      server.failures.conversion = Array.from({ length: 50 }, () => new ServerError(403, 'Not yours.'));
    },
    asked: 3,
  },
  {
    trouble: 'a server in trouble for good',
    setUp: (server: FakeFileServer) => {
      server.failures.conversion = Array.from({ length: 500 }, () => new ServerError(500, 'It broke.'));
    },
    asked: 44,
  },
])('$trouble is asked no more one day, which is said, and deletes nothing', async ({ setUp, asked }) => {
  // The random part of a wait would change how often the server is asked.
  vi.spyOn(Math, 'random').mockReturnValue(0);
  for (const begins of ['chosen', 'followed'] as const) {
    const server = new FakeFileServer();
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
  const server = new FakeFileServer();
  const refusal = () => new ServerError(404, 'There is none.');
  const broke = () => new ServerError(500, 'It broke.');
  server.failures.conversion = [refusal(), refusal(), broke(), refusal(), refusal()];
  const { upload, told } = await openTab(server, 'one', hurriedClock());
  await upload.choose(transcript());
  expect(told).toEqual(['attached']);
});

test('a file that the server had been asked to convert is not sent again by the next visit', async () => {
  const server = new FakeFileServer();
  const { upload, told } = await openTab(server);
  await upload.goOn({ id: '1', file: transcript(), isSent: true });
  expect(server.heard).toEqual(['conversion']);
  expect(told).toEqual(['attached']);
});

test.each(['FAILED', 'NOT_ANSWERED'] as const)('a conversion that ends in %s is said', async (status) => {
  const server = new FakeFileServer();
  server.outcomes.push({ status, message: 'This PDF is protected by a password.' });
  const { upload, told } = await openTab(server);
  await upload.choose(transcript());
  expect(told[0]).toMatch(status === 'FAILED' ? /protected by a password/ : /did not reach us/);
  expect(upload.getState().status).toBe('failed');
});

test.each([null, undefined])('a conversion without a message (%s) is believed', async (message) => {
  const server = new FakeFileServer();
  server.outcomes.push({ status: 'IN_PROGRESS', message }, { status: 'COMPLETED', message });
  const { upload, told } = await openTab(server, 'one', hurriedClock());
  await upload.choose(transcript());
  expect(told).toEqual(['attached']);
});
