import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { NetworkError } from './errors.ts';
import { postFile } from './upload.ts';

afterEach(() => vi.unstubAllGlobals());

const transcript = new File(['%PDF-'], 'transcript.pdf', { type: 'application/pdf' });

test('a file is posted in no-cors mode, for a storage that allows no other; its fields come before it', async () => {
  const fetched = vi.fn<typeof fetch>(async () => Response.error());
  vi.stubGlobal('fetch', fetched);
  await postFile('https://files.example/bucket', { key: 'uploads/1', policy: 'x' }, transcript);
  const [url, init] = fetched.mock.calls[0] ?? [];
  expect(url).toBe('https://files.example/bucket');
  expect(init).toMatchObject({ method: 'POST', mode: 'no-cors' });
  const { body } = init ?? {};
  expect(body instanceof FormData && [...body.keys()]).toEqual(['key', 'policy', 'file']);
  expect(body instanceof FormData && body.get('file')).toMatchObject({ name: 'transcript.pdf', size: 5 });
});

test('a file that does not arrive is a network failure', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(postFile('https://files.example/bucket', {}, transcript)).rejects.toBeInstanceOf(NetworkError);
});

describe('an upload that takes long', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  /** A line over which these bytes take this long, or for ever. */
  function line(takesMs: number | undefined) {
    vi.stubGlobal('fetch', (_url: string, { signal }: { signal: AbortSignal }) => {
      if (signal.aborted) return Promise.reject(new DOMException('', 'AbortError'));
      const { promise, resolve, reject } = Promise.withResolvers<Response>();
      if (takesMs !== undefined) setTimeout(() => resolve(Response.error()), takesMs);
      signal.addEventListener('abort', () => reject(signal.reason));
      return promise;
    });
  }
  const fileOf = (bytes: number) => new File([new Uint8Array(bytes)], 'transcript.pdf');
  const ended = async (bytes: number, afterMs: number, signal?: AbortSignal) => {
    let outcome = 'under way';
    void postFile('https://files.example/bucket', {}, fileOf(bytes), signal).then(
      () => (outcome = 'sent'),
      (error: Error) => (outcome = error.constructor.name),
    );
    await vi.advanceTimersByTimeAsync(afterMs);
    return outcome;
  };

  test('is waited for while the line is only slow', async () => {
    line((1_030_000 / 9000) * 1000 + 10_000);
    expect(await ended(1_030_000, 125_000)).toBe('sent');
  });

  test.each([
    { bytes: 1_048_576, afterMs: 590_000 },
    { bytes: 20_000, afterMs: 70_000 },
  ])('ends if the connection is dead: $bytes bytes after $afterMs ms', async ({ bytes, afterMs }) => {
    line(undefined);
    expect(await ended(bytes, afterMs)).toBe('StorageError');
  });

  test('ends when it is taken back', async () => {
    line(undefined);
    expect(await ended(10, 0, AbortSignal.abort())).toBe('StorageError');
  });
});
