import {
  errorBody,
  messageResponse,
  type BodyOf,
  type Call,
  type ParamsOf,
  type QueryOf,
  type ResponseOf,
} from '#contract/define-call.ts';
import { isSaid, sentenceIn, UNEXPECTED } from '#contract/sentences.ts';
import { clock } from '#device/clock.ts';
import { endAfter } from '#device/ending.ts';
import { forAccount } from './account-headers.ts';
import { ServerError, UnauthorizedError } from './errors.ts';
import { fetchJson } from './fetch-json.ts';
import { readLiberally } from './read-liberally.ts';
import { AnotherAccountError, UnconfirmedError } from './refusals.ts';

const TIMEOUT_MS = 30_000;
/** Cap on Retry-After: a wrong value must not stop the page for longer. */
const LONGEST_RETRY_AFTER_MS = 5 * 60_000;

type Given<Name extends string, Value> = [Value] extends [undefined]
  ? unknown
  : Readonly<Record<Name, Value>>;

interface Options {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
}

/** The input of a call: only the parts that its declaration has. */
export type Input<C extends Call> = Given<'params', ParamsOf<C>> &
  Given<'query', QueryOf<C>> &
  Given<'body', BodyOf<C>> &
  Options;

/** The input as `exchange` reads it, for any declaration. */
interface AnyInput extends Options {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
}

let accountNow: () => string = () => '';
let underWay = new AbortController();

/**
 * Names the account that this page believes to be logged in, in every call of an applicant from now on. The server then
 * refuses the call in the session of another account.
 *
 * @param account returns its digest; '' if nobody is logged in
 */
export function nameAccount(account: () => string): void {
  accountNow = account;
}

/** Ends all calls of an applicant. Call it when somebody logs in or out: a late 401 must not end the next session. */
export function endCalls(): void {
  underWay.abort();
  underWay = new AbortController();
}

export async function call<C extends Call>(declared: C, input: Input<C>): Promise<ResponseOf<C>> {
  return (await exchange(declared, input)).body;
}

/**
 * Makes one call of the contract, and returns the headers of the response too.
 *
 * @throws {UnauthorizedError} on 401; an `AnotherAccountError` if the session is another account's
 * @throws {ServerError} on any other refusal, and when the response does not match the contract
 * @throws {NetworkError} when no complete response arrives
 * @see specification §7 and §8
 */
export async function exchange<C extends Call>(
  declared: C,
  input: Input<C>,
): Promise<{ readonly body: ResponseOf<C>; readonly headers: Headers }> {
  const { params = {}, query, body, headers, signal, timeoutMs = TIMEOUT_MS }: AnyInput = input;
  const path = declared.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const pairs = Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]);
  const search = query === undefined ? '' : `?${new URLSearchParams(pairs).toString()}`;
  const isApplicants = declared.access === 'applicant';
  const { response, json } = await fetchJson(`${path}${search}`, {
    method: declared.method,
    signal: endAfter(timeoutMs, signal, isApplicants ? underWay.signal : undefined),
    headers: { ...(isApplicants && forAccount(accountNow())), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw refusal(response, json);
  const parsed = parse(declared, json);
  if (!parsed.success) throw new ServerError(response.status, UNEXPECTED, {}, undefined, false);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- parsed by the call's own schema
  return { body: parsed.data as ResponseOf<C>, headers: response.headers };
}

/** Specification §7 leaves most bodies open. A call that changes something has succeeded, whatever its body is. */
function parse({ method, response }: Call, json: unknown) {
  const parsed = response.safeParse(readLiberally(response, json));
  const isRead = method === 'GET' && response !== messageResponse;
  return parsed.success || isRead ? parsed : response.safeParse(readLiberally(response, {}));
}

function refusal(response: Response, json: unknown): ServerError {
  const said = messageResponse.safeParse(json);
  const message = sentenceIn(said.data?.message);
  const why = errorBody.safeParse(readLiberally(errorBody, json)).data;
  const errors = saidIn(why?.errors ?? {});
  if (why?.another_account === true) return new AnotherAccountError(401, message);
  if (response.status === 401) return new UnauthorizedError(401, message, errors);
  // The server's sentences may name somebody, and stay in the console of a shared computer.
  console.error(`${response.status} ${new URL(response.url).pathname}`);
  if (why?.unconfirmed === true) return new UnconfirmedError(response.status, message, errors);
  return new ServerError(response.status, message, errors, retryAfterOf(response), said.success);
}

/** The messages for each key, without blank ones. */
function saidIn(errors: ServerError['errors']): ServerError['errors'] {
  return Object.fromEntries(Object.entries(errors).map(([key, messages]) => [key, messages.filter(isSaid)]));
}

/** Reads Retry-After, in seconds or as a date, as milliseconds. A date is compared with the server's own clock. */
function retryAfterOf({ headers }: Response): number | undefined {
  const asked = headers.get('retry-after');
  if (asked === null) return undefined;
  const sent = Date.parse(headers.get('date') ?? '') || clock.now();
  const ms = /^\d+$/.test(asked.trim()) ? Number(asked) * 1000 : Date.parse(asked) - sent;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), LONGEST_RETRY_AFTER_MS);
}
