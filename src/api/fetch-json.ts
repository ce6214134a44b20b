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
  /** The body as it came. */
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
  const response = await answerOf(url, {
    headers: { 'content-type': 'application/json', ...headers },
    credentials: 'same-origin',
    cache: 'no-store',
    ...init,
  });
  const text = await textOf(response);
  return { response, text, json: jsonOf(response, text) };
}

async function answerOf(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    throw new NetworkError('No answer came.', { cause: error });
  }
}

/** Reads the whole body. A connection lost halfway is a network error. */
async function textOf(response: Response): Promise<string> {
  try {
    return await response.text();
  } catch (error) {
    throw new NetworkError('The answer broke off.', { cause: error });
  }
}

/** Parses the body; `undefined` where an error response is not JSON. */
function jsonOf(response: Response, text: string): unknown {
  try {
    if (/\bjson\b/i.test(response.headers.get('content-type') ?? '')) return JSON.parse(text);
  } catch {
    // Said to be JSON, and is not.
  }
  if (response.ok) throw new NotJsonError(response.status);
  return undefined;
}
