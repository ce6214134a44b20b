import { clock } from '#device/clock.ts';
import { StorageError } from './errors.ts';

/** What an upload takes besides its bytes. */
const BEGIN_MS = 60_000;
/**
 * Anything slower counts as a dead connection, because a no-cors request reports no progress. One megabyte then takes
 * nine minutes at most, and its form is valid for ten.
 */
const SLOWEST_BYTES_PER_SECOND = 2000;

/**
 * Posts a file to a presigned URL. The request is no-cors, so its response cannot be read: only network failures are
 * noticed. A refusal appears when the conversion is requested.
 *
 * @throws {StorageError} when nothing could be sent
 * @see specification §7
 */
export async function postFile(
  url: string,
  fields: Readonly<Record<string, string>>,
  file: File,
  signal?: AbortSignal,
): Promise<void> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', file);
  const abort = new AbortController();
  const end = () => abort.abort();
  const cancel = clock.after(BEGIN_MS + (file.size / SLOWEST_BYTES_PER_SECOND) * 1000, end);
  signal?.addEventListener('abort', end);
  if (signal?.aborted === true) end();
  try {
    await fetch(url, { method: 'POST', body: form, mode: 'no-cors', signal: abort.signal });
  } catch (cause) {
    throw new StorageError('The storage cannot be reached.', { cause });
  } finally {
    cancel();
    signal?.removeEventListener('abort', end);
  }
}
