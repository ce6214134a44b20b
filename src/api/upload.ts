import { lost } from './fetch-json.ts';

const TIMEOUT_MS = 120_000;

/**
 * Posts a file to a presigned URL. The request is no-cors, so its response cannot be read: only network failures are
 * noticed. A refusal appears when the conversion is requested.
 *
 * @throws {NetworkError} when nothing could be sent
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
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  await fetch(url, {
    method: 'POST',
    body: form,
    mode: 'no-cors',
    signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
  }).catch(lost);
}
