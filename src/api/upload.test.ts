import { afterEach, expect, test, vi } from 'vitest';
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
