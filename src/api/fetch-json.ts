import { UNEXPECTED } from '#contract/sentences.ts';
import { NetworkError, ServerError } from './errors.ts';

/**
 * The call succeeded, but its response is not JSON: something on the way answered in the server's place. Not in
 * `errors.ts`, which every first visit loads before it can be typed into.
 */
export class NotJsonError extends ServerError {
  constructor(status: number) {
    super(status, UNEXPECTED, {}, undefined, false);
  }
}

/** What `fetch` takes, with the headers as plain pairs. */
type JsonInit = Omit<RequestInit, 'headers'> & { readonly headers?: Readonly<Record<string, string>> };

/**
 * Sends a request and reads the JSON response. Does not load the contract, which a first visit does not need; other
 * calls use `request.ts`.
 *
 * @returns `json` is `undefined` if an error response is not JSON
 * @throws {NotJsonError} when a successful response is not JSON
 * @throws {NetworkError} when no complete response arrives
 */
export async function fetchJson(url: string, { headers, ...init }: JsonInit = {}) {
  const response = await fetch(url, {
    headers: { 'content-type': 'application/json', ...headers },
    cache: 'no-store',
    ...init,
  }).catch(lost);
  const text = await response.text().catch(lost);
  let json: unknown;
  try {
    if (/\bjson\b/i.test(response.headers.get('content-type') ?? '')) json = JSON.parse(text);
  } catch {
    // Its type is JSON, but its content is not.
  }
  if (json === undefined && response.ok) throw new NotJsonError(response.status);
  return { response, json };
}

/** Returns the error of a request that gets no complete response. */
function lost(cause: unknown): never {
  throw new NetworkError('No complete response arrived.', { cause });
}
