import { expect, test, vi } from 'vitest';
import { ServerError } from '#api/errors.ts';
import { ANSWERED } from '#form/change.ts';
import { FakeFileServer } from '#testing/fake-file-server.ts';
import {
  blankDevice,
  fragileFile,
  KEY,
  noNetwork,
  openTab,
  storedFile,
  transcript,
} from '#testing/files-tab.ts';

blankDevice();

test.each([
  { at: 'presign', error: new ServerError(500, 'It broke.'), said: 'It broke.' },
  { at: 'convert', error: new ServerError(422, 'Not your file.'), said: 'Not your file.' },
] as const)(
  'a refusal at $at is said, the field cleared, the conversion reset',
  async ({ at, error, said }) => {
    const server = new FakeFileServer();
    server.failures[at] = [error];
    const tab = await openTab(server, 'one', undefined, ANSWERED);
    await tab.choose();
    await tab.hasTold(`transcript.pdf failed: ${said}`, 'cleared', 'list');
    expect(server.heard.at(-1)).toBe('forget conversion');
    expect(tab.state).toMatchObject({ status: 'failed', message: said, file: expect.any(File) });
    await tab.stores({ failed: expect.objectContaining({ message: said }) });
  },
);

test.each(['chosen', 'followed'] as const)(
  'a failure once %s is shown again at the next visit, until it has been seen',
  async (begins) => {
    const server = new FakeFileServer();
    const message = 'This PDF is protected by a password.';
    server.outcomes.push({ status: 'FAILED', message });
    const first = await openTab(server);
    if (begins === 'followed') first.follow();
    await (begins === 'chosen' ? first.choose() : first.end());
    await first.stores({
      failed: {
        message,
        file: begins === 'chosen' ? expect.objectContaining({ name: 'transcript.pdf' }) : undefined,
      },
    });
    const second = await openTab(server, 'two');
    await second.reaches('failed');
    expect(second.state).toMatchObject({ message });
    expect(second.told).toEqual([]);
    second.application.dispatch({ type: 'fileSeen', key: KEY });
    await second.stores({});
  },
);

test('a file that this device cannot read is reported, and replaces the one before', async () => {
  const server = new FakeFileServer();
  server.failures.presign = noNetwork();
  const tab = await openTab(server, 'one', undefined, ANSWERED);
  await tab.uploads.choose(KEY, transcript());
  await tab.reaches('waiting');
  const { file, lose } = fragileFile();
  lose('NotReadableError');
  await tab.choose(file);
  expect(tab.state.status).toBe('failed');
  await tab.hasTold(expect.stringMatching('transcript.pdf failed: '), 'list');
  await tab.stores({ failed: expect.objectContaining({ file: undefined }) });
});

test('seeing a failure costs one write on the device, and none if nothing was stored', async () => {
  const server = new FakeFileServer();
  const tab = await openTab(server);
  const written = vi.spyOn(tab.device, 'write');
  const writesOfSeeing = async () => {
    written.mockClear();
    tab.application.dispatch({ type: 'fileSeen', key: KEY });
    await tab.stores({});
    await tab.files.read();
    return written.mock.calls.filter(([writes]) => [...writes.keys()].some((name) => name.endsWith('/row')))
      .length;
  };
  await tab.choose(new File([], 'empty.pdf'));
  expect(await writesOfSeeing()).toBe(0);
  server.failures.presign = [new ServerError(500, 'It broke.')];
  await tab.choose();
  await tab.stores({ failed: expect.anything() });
  expect(await writesOfSeeing()).toBe(1);
  expect(await writesOfSeeing()).toBe(0);
});

test('a failure that is seen late does not delete a file that was chosen since', async () => {
  const server = new FakeFileServer();
  server.failures.presign = [new ServerError(500, 'It broke.'), ...noNetwork()];
  const tab = await openTab(server);
  await tab.choose();
  const later = await openTab(server, 'two');
  await later.reaches('failed');
  await tab.uploads.choose(KEY, transcript());
  await tab.reaches('waiting');
  later.application.dispatch({ type: 'fileSeen', key: KEY });
  await tab.stores({ kept: storedFile('transcript.pdf') });
});
