import { expect, test, vi } from 'vitest';
import { NetworkError, ServerError } from '#api/errors.ts';
import { Device } from '#device/device.ts';
import { ANSWERED } from '#form/change.ts';
import { FakeFileServer } from '#testing/fake-file-server.ts';
import {
  blankDevice,
  type FilesTab,
  hurriedClock,
  KEY,
  openTab,
  OWNER,
  transcript,
} from '#testing/files-tab.ts';
import { storedFiles } from '#files/stored-files.ts';

blankDevice();
// Hundreds of polls are made one by one.
vi.setConfig({ testTimeout: 30_000 });

const pending = (length: number) =>
  Array.from({ length }, () => ({ status: 'IN_PROGRESS', message: '' }) as const);
const begins = ['chosen', 'followed'] as const;

async function begin(how: (typeof begins)[number], tab: FilesTab): Promise<void> {
  if (how === 'chosen') return tab.choose();
  tab.follow();
  return tab.end();
}

test('polls until the conversion has ended', async () => {
  const server = new FakeFileServer();
  server.outcomes.push(...pending(1));
  const tab = await openTab(server, 'one', hurriedClock());
  await tab.choose();
  expect(server.count('conversion')).toBe(2);
  await tab.hasTold('attached', 'list');
});

test('polls every 2 seconds while the server converts, and says that it takes long', async () => {
  const server = new FakeFileServer();
  const polls = 400;
  server.outcomes.push(...pending(polls));
  const hurried = hurriedClock();
  const tab = await openTab(server, 'one', hurried);
  await tab.choose();
  expect(hurried.waits).toEqual(Array.from({ length: polls }, () => 2000));
  expect(tab.states).toContainEqual({ status: 'converting', name: 'transcript.pdf', isLong: true });
  expect(tab.answer).toBe(ANSWERED);
});

test.each([
  { trouble: 'a server in trouble', error: () => new ServerError(502, 'unexpected', {}, undefined, false) },
  { trouble: 'a server that says no', error: () => new ServerError(500, 'It broke.') },
  { trouble: 'no network', error: () => new NetworkError('no network'), last: 10_000, isSaid: false },
  { trouble: 'too many polls', error: () => new ServerError(429, 'Too many.', {}, 45_000), atLeast: 45_000 },
])('$trouble does not end a conversion: it is polled less and less often', async (row) => {
  const { error, atLeast = 2000, last = 20_000, isSaid = true } = row;
  for (const how of begins) {
    const server = new FakeFileServer();
    server.failures.conversion = Array.from<unknown, Error>({ length: 20 }, () => error());
    const hurried = hurriedClock();
    const tab = await openTab(server, how, hurried);
    await begin(how, tab);
    const said = isSaid ? [`transcript.pdf failed: ${error().message}`, 'taken back'] : [];
    // While the page follows a conversion, the file may be marked already.
    const sorted = [...said, 'attached', 'list'].toSorted();
    await vi.waitFor(() => expect(tab.told.toSorted()).toEqual(sorted), 20_000);
    expect(server.heard).not.toContain('forget conversion');
    expect(hurried.waits).toHaveLength(20);
    expect(Math.min(...hurried.waits)).toBeGreaterThanOrEqual(atLeast);
    expect(hurried.waits.at(-1)).toBeGreaterThanOrEqual(last);
  }
});

test.each([
  {
    trouble: 'a conversion that never ends',
    setUp: (server: FakeFileServer) => server.outcomes.push(...pending(2000)),
    asked: 601,
  },
  {
    trouble: 'a server that refuses to say how it goes',
    setUp: (server: FakeFileServer) => {
      server.failures.conversion = Array.from({ length: 50 }, () => new ServerError(403, 'Not yours.'));
    },
    asked: 3,
    told: ['transcript.pdf failed: Not yours.'],
  },
  {
    trouble: 'a server in trouble for good',
    setUp: (server: FakeFileServer) => {
      server.failures.conversion = Array.from({ length: 500 }, () => new ServerError(500, 'It broke.'));
    },
    asked: 36,
    // The server's sentence is shown as long as it fails.
    told: ['transcript.pdf failed: It broke.'],
  },
])(
  'polling ends after a long time with $trouble, which is reported, and nothing is deleted',
  { tags: 'slow' },
  async ({ setUp, asked, told = [] }) => {
    // The random part of a wait would change how often the server is asked.
    vi.spyOn(Math, 'random').mockReturnValue(0);
    for (const how of begins) {
      const server = new FakeFileServer();
      setUp(server);
      const tab = await openTab(server, how, hurriedClock(), ANSWERED);
      await begin(how, tab);
      expect(server.count('conversion')).toBe(asked);
      await tab.hasTold(...told, expect.stringMatching(/could not find out whether your file is attached/));
      expect(tab.state.status).toBe('failed');
      expect(server.count('forget')).toBe(0);
      const file = how === 'chosen' ? expect.objectContaining({ name: 'transcript.pdf' }) : undefined;
      await tab.stores({ failed: { message: expect.any(String), file } });
      tab.follow();
      expect(tab.state.status).toBe('failed');
      expect(server.count('conversion')).toBe(asked);
      const { id = '' } = tab.application.state.files.get(KEY) ?? {};
      tab.kill();
      await storedFiles(tab.device, OWNER).note({ key: KEY, id, row: undefined });
    }
  },
);

test('a server that refuses the status twice, and then sends it, is believed', async () => {
  const server = new FakeFileServer();
  const refusal = () => new ServerError(404, 'There is none.');
  const broke = () => new ServerError(500, 'It broke.');
  server.failures.conversion = [refusal(), refusal(), broke(), refusal(), refusal()];
  const tab = await openTab(server, 'one', hurriedClock());
  await tab.choose();
  const [none, broken] = ['transcript.pdf failed: There is none.', 'transcript.pdf failed: It broke.'];
  await tab.hasTold(none, broken, none, 'taken back', 'attached', 'list');
});

test('a file whose conversion was requested is not sent again by the next visit', async () => {
  const server = new FakeFileServer();
  const device = new Device();
  await device.open();
  const files = storedFiles(device, OWNER);
  await files.put(KEY, '1', transcript());
  const row = { id: '1', name: 'transcript.pdf', type: 'application/pdf', step: 'converting' } as const;
  await files.note({ key: KEY, id: '1', row });
  const tab = await openTab(server);
  await tab.hasTold('attached', 'list');
  expect(server.heard).toEqual(['conversion']);
});

test.each(['FAILED', 'NOT_ANSWERED'] as const)('a conversion that ends in %s is reported', async (status) => {
  const server = new FakeFileServer();
  const outcome = { status, message: 'This PDF is protected by a password.' };
  server.outcomes.push(outcome, outcome);
  const tab = await openTab(server, 'one', hurriedClock());
  await tab.choose();
  expect(tab.told[0]).toMatch(status === 'FAILED' ? /protected by a password/ : /did not reach us/);
  expect(tab.state.status).toBe('failed');
});

test.each([null, undefined])('a conversion without a message (%s) is believed', async (message) => {
  const server = new FakeFileServer();
  server.outcomes.push({ status: 'IN_PROGRESS', message }, { status: 'COMPLETED', message });
  const tab = await openTab(server, 'one', hurriedClock());
  await tab.choose();
  await tab.hasTold('attached', 'list');
});

test('if the list of documents cannot be read, the file is still shown after a few attempts', async () => {
  const server = new FakeFileServer();
  const tab = await openTab(server, 'one', hurriedClock());
  tab.isListDown = true;
  await tab.choose();
  await tab.hasTold('attached', ...Array.from({ length: 5 }, () => 'list'));
});
