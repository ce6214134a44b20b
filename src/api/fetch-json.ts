import { UNEXPECTED } from '#contract/sentences.ts';
import { NetworkError, ServerError } from './errors.ts';

export interface JsonAnswer {
  readonly response: Response;
  /** `undefined` where a refusal is not JSON. */
  readonly json: unknown;
}

/**
 * The door to the network. It knows nothing of the contract, which a first visit can do without; all others go through
 * `request.ts`.
 *
 * @throws {ServerError} where the answer should be JSON and is not
 * @throws {NetworkError} when no whole answer came
 */
export async function fetchJson(url: string, init: RequestInit = {}): Promise<JsonAnswer> {
  const response = await answerOf(url, {
    headers: { 'content-type': 'application/json' },
    credentials: 'same-origin',
    cache: 'no-store',
    ...init,
  });
  return { response, json: await jsonOf(response) };
}

async function answerOf(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    throw new NetworkError('No answer came.', { cause: error });
  }
}

/** The body as JSON; `undefined` where it is none. A line that breaks in the middle is a network error. */
async function jsonOf(response: Response): Promise<unknown> {
  if (!/\bjson\b/i.test(response.headers.get('content-type') ?? '')) {
    if (response.ok) throw new ServerError(response.status, UNEXPECTED, {}, undefined, false);
    return undefined;
  }
  let text: string;
  try {
    text = await response.text();
  } catch (error) {
    throw new NetworkError('The answer broke off.', { cause: error });
  }
  try {
    return JSON.parse(text);
  } catch {
    if (response.ok) throw new ServerError(response.status, UNEXPECTED, {}, undefined, false);
    return undefined;
  }
}
