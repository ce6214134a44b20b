import { UNEXPECTED } from '#contract/sentences.ts';
import { NetworkError, ServerError } from './errors.ts';

/**
 * The call succeeded, but its response is no JSON: something on the way answered in the server's place. Not in
 * `errors.ts`, which every first visit loads before it can be typed into.
 */
export class NotJsonError extends ServerError {
  constructor(status: number) {
    super(status, UNEXPECTED, {}, undefined, false);
  }
}

/** What `fetch` takes, with the headers as plain pairs. */
type JsonInit = Omit<RequestInit, 'headers'> & { readonly headers?: Readonly<Record<string, string>> };

interface JsonAnswer {
  readonly response: Response;
  /** `undefined` where an error response is not JSON. */
  readonly json: unknown;
  readonly text: string;
}

/**
 * Sends a request and reads the JSON response. Does not load the contract, which a first visit does not need; other
 * calls use `request.ts`.
 *
 * @throws {NotJsonError} when a successful response is not JSON
 * @throws {NetworkError} when no complete response arrives
 */
export async function fetchJson(url: string, { headers, ...init }: JsonInit = {}): Promise<JsonAnswer> {
  const { response, text } = await fetchText(url, {
    headers: { 'content-type': 'application/json', ...headers },
    credentials: 'same-origin',
    cache: 'no-store',
    ...init,
  });
  try {
    if (/\bjson\b/i.test(response.headers.get('content-type') ?? ''))
      return { response, text, json: JSON.parse(text) };
  } catch {
    // Said to be JSON, and is not.
  }
  if (response.ok) throw new NotJsonError(response.status);
  return { response, text, json: undefined };
}

async function fetchText(url: string, init: RequestInit) {
  try {
    const response = await fetch(url, init);
    return { response, text: await response.text() };
  } catch (error) {
    throw new NetworkError('No whole answer came.', { cause: error });
  }
}
