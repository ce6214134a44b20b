import { expect, test, vi } from 'vitest';
import { NetworkError, ServerError } from '#api/errors.ts';
import { ANSWERED } from '#form/change.ts';
import { FakeFileServer } from '#testing/fake-file-server.ts';
import { blankDevice, hurriedClock, KEY, openTab, storedFile, transcript } from '#testing/files-tab.ts';

blankDevice();

async function asking(server = new FakeFileServer()) {
  server.theirs = { file_name: 'resume.pdf', file_size: 900, status: 'COMPLETED', place: 'elsewhere' };
  const tab = await openTab(server, 'one', hurriedClock());
  await tab.uploads.choose(KEY, transcript());
  await vi.waitFor(() => expect(tab.state).toMatchObject({ status: 'asking', theirs: 'resume.pdf' }));
  const decide = (replaces: boolean) => tab.application.dispatch({ type: 'fileDecided', key: KEY, replaces });
  return { tab, server, decide };
}

const FIRST_TRY = ['presign', 'post', 'convert object-1 transcript.pdf'];

test('nothing is converted while the applicant is asked about another device’s file, or if that file is kept', async () => {
  const { server, tab, decide } = await asking();
  expect(server.heard).toEqual(FIRST_TRY);
  decide(false);
  await tab.hasTold('attached', 'list');
  expect(server.heard).toEqual(FIRST_TRY);
  expect(server.theirs).toMatchObject({ file_name: 'resume.pdf' });
  expect(tab.state.status).toBe('none');
  await tab.stores({});
});

test('the applicant is asked once about a file that replaces another device’s, however often it is tried', async () => {
  const server = new FakeFileServer();
  const { tab, decide } = await asking(server);
  server.failures.convert = [new NetworkError('no network'), new NetworkError('no network')];
  decide(true);
  await tab.hasTold('attached', 'list');
  expect(tab.statuses.filter((status) => status === 'asking')).toHaveLength(1);
});

test('nobody is asked about a document that an earlier request about the same file has attached', async () => {
  const server = new FakeFileServer();
  server.failures.convert = [new ServerError(412, 'The file of this question was changed.')];
  server.theirs = { file_name: 'transcript.pdf', file_size: 6, status: 'COMPLETED', place: 'object-1' };
  const tab = await openTab(server);
  await tab.uploads.choose(KEY, transcript());
  await tab.hasTold('attached', 'list');
  expect(tab.statuses).not.toContain('asking');
});

test('another tab does not ask, too', async () => {
  const { server } = await asking();
  const two = await openTab(server, 'two');
  await two.reaches('waiting');
  expect(two.statuses).not.toContain('asking');
});

test.each(['while asked', 'while it goes up'])('cancelling %s leaves another device’s file', async (when) => {
  const { server, tab, decide } = await asking();
  if (when === 'while it goes up') {
    const { promise, resolve } = Promise.withResolvers<void>();
    server.wire.convert = (_key, _body, _over, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        resolve();
      });
    decide(true);
    await promise;
  }
  await tab.uploads.remove(KEY);
  await tab.hasTold('list');
  expect(server.count('forget file')).toBe(0);
  await tab.stores({});
});

test('a refusal leaves another device’s file', async () => {
  const server = new FakeFileServer();
  const { tab, decide } = await asking(server);
  server.failures.convert = [new ServerError(500, 'It broke.')];
  decide(true);
  await tab.hasTold('transcript.pdf failed: It broke.', 'list');
  expect(server.count('forget')).toBe(0);
  expect(tab.state.status).toBe('failed');
});

test('a file is sent even if the server refuses the list of documents', async () => {
  const server = new FakeFileServer();
  server.lookFailure = new ServerError(500, 'It broke.');
  const tab = await openTab(server);
  await tab.choose();
  await tab.hasTold('attached', 'list');
});

test('a file that fails while the list is unknown deletes nothing that the account may have', async () => {
  const server = new FakeFileServer();
  server.lookFailure = new ServerError(500, 'It broke.');
  server.failures.presign = [new ServerError(422, 'We cannot take this file.')];
  const tab = await openTab(server, 'one', undefined, ANSWERED);
  await tab.choose();
  await tab.hasTold('transcript.pdf failed: We cannot take this file.', 'list');
  expect(server.count('forget')).toBe(0);
  expect(tab.answer).toBe(ANSWERED);
});

test('a file waits if the server is busy when its applicant is to be asked', async () => {
  const server = new FakeFileServer();
  server.theirs = THEIRS;
  server.lookFailure = new ServerError(503, 'Please try again.');
  const tab = await openTab(server);
  await tab.uploads.choose(KEY, transcript());
  await tab.hasTold('transcript.pdf failed: Please try again.');
  expect(tab.state.status).toBe('waiting');
  await tab.stores({ kept: storedFile('transcript.pdf') });
});

test.each([
  { name: 'other.pdf', size: 7, status: 'IN_PROGRESS', place: 'elsewhere', isAsked: true },
  // Name and size decide nothing.
  { name: 'transcript.pdf', size: 6, status: 'COMPLETED', place: 'elsewhere', isAsked: true },
  { name: 'transcript.pdf', size: 6, status: 'IN_PROGRESS', place: 'elsewhere', isAsked: true },
  { name: 'transcript.pdf', size: 6, status: 'FAILED', place: 'elsewhere', isAsked: false },
  // A server without tags accepts the last file.
  { name: 'other.pdf', size: 7, status: 'COMPLETED', place: undefined, isAsked: false },
] as const)('$name of $size bytes, $status, at $place: asked $isAsked', async (row) => {
  const { name, size, status, place, isAsked } = row;
  const server = new FakeFileServer();
  server.theirs = { file_name: name, file_size: size, status, place };
  const tab = await openTab(server);
  await tab.uploads.choose(KEY, transcript());
  await vi.waitFor(() => expect(['asking', 'none']).toContain(tab.state.status));
  expect(tab.statuses.includes('asking')).toBe(isAsked);
});

/** The document of another device: of the same name and size, at another place. */
const THEIRS = {
  file_name: 'transcript.pdf',
  file_size: 6,
  status: 'COMPLETED',
  place: 'elsewhere',
} as const;

test('a file whose conversion was agreed to without a response is recognized by its place', async () => {
  const server = new FakeFileServer();
  server.failures.convert = [new NetworkError('no network')];
  const tab = await openTab(server, 'one', hurriedClock());
  const { convert } = server.wire;
  server.wire.convert = async (...given) => {
    server.theirs = { ...THEIRS, file_name: 'another.pdf', status: 'IN_PROGRESS', place: 'object-1' };
    await convert(...given);
  };
  await tab.choose();
  await tab.hasTold('attached', 'list');
  expect([server.count('post'), server.count('convert')]).toEqual([1, 2]);
  expect(tab.statuses).not.toContain('asking');
});

test('it is recognized after a restart, too', async () => {
  const server = new FakeFileServer();
  server.failures.convert = [new NetworkError('no network')];
  const one = await openTab(server);
  await one.uploads.choose(KEY, transcript());
  await one.reaches('waiting');
  one.kill();
  server.theirs = { ...THEIRS, file_name: 'another.pdf', status: 'IN_PROGRESS', place: 'object-1' };
  const two = await openTab(server, 'two');
  await two.hasTold('attached', 'list');
  expect(server.heard).toEqual([...FIRST_TRY, 'convert object-1 transcript.pdf', 'conversion']);
  expect(two.statuses).not.toContain('asking');
});

test('a file that another device attaches during the upload is not replaced: the applicant is asked', async () => {
  const server = new FakeFileServer();
  server.failures.convert = [new ServerError(412, 'The file of this question was changed.')];
  const conditions: unknown[] = [];
  const { convert } = server.wire;
  server.wire.convert = async (...given) => {
    conditions.push(given[2]);
    server.theirs = THEIRS;
    await convert(...given);
  };
  const tab = await openTab(server, 'one', hurriedClock());
  await tab.uploads.choose(KEY, transcript());
  await vi.waitFor(() => expect(tab.state.status).toBe('asking'));
  tab.application.dispatch({ type: 'fileDecided', key: KEY, replaces: true });
  await tab.hasTold('attached', 'list');
  expect(conditions).toEqual([undefined, 'elsewhere']);
  expect(server.count('post')).toBe(1);
});

test('a conversion that another device has replaced ends, and nothing is reported or deleted', async () => {
  const server = new FakeFileServer();
  server.outcomes.push({ status: 'FAILED', message: 'It is protected.', place: 'elsewhere' });
  const tab = await openTab(server);
  await tab.choose();
  await tab.hasTold('list');
  expect(server.count('forget')).toBe(0);
  await tab.stores({});
});

test('a deletion names the document that is meant', async () => {
  const server = new FakeFileServer();
  server.theirs = THEIRS;
  const places: (string | undefined)[] = [];
  server.wire.forgetConversion = async (_key, place) => void places.push(place);
  server.wire.forgetFile = async (_key, place) => void places.push(place);
  const tab = await openTab(server, 'one', undefined, ANSWERED);
  await tab.uploads.remove(KEY);
  expect(places).toEqual(['elsewhere', 'elsewhere']);
});
