import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import * as z from 'zod/mini';
import type { BodyOf, Call, HeadersOf, ParamsOf, QueryOf, ResponseHeadersOf } from '#contract/define-call.ts';
import type { Context } from '#server/context.ts';
import type { Account } from '#server/domain/accounts/accounts.ts';
import { InvalidError, MalformedError, NoSessionError, NotFoundError } from '#server/domain/ground/errors.ts';
import type { Env } from '#server/env.ts';
import { actingAs } from '#server/domain/ground/audit.ts';
import { Lanes } from '#server/domain/ground/lanes.ts';
import { limits } from '#server/domain/limits/limits.ts';
import type { Program } from '#server/domain/ways-out/tokens.ts';
import { announcesBody } from './connections.ts';
import { errorsByKey, sentenceOf } from './field-errors.ts';
import { isFromThisMachine, networkOf } from './network.ts';
import { sendFile, type NamedFile } from './send-file.ts';
import { refuseOtherSites } from './same-site.ts';
import * as cookies from './session-cookies.ts';

/** A host without user, path, query or fragment, which URL parsing would split off. */
const NOTHING_BUT_HOST = /^[^@/\\?#]+$/;
/** Twice a password at its longest, every letter escaped, fits in. Nobody has shown yet who sends this. */
export const PUBLIC_BODY_MAX_BYTES = 8192;
/** After this time, the session of a request is looked up again. Ordinary saves have arrived by then. */
const LATE_BODY_MS = 1000;

/** What a handler receives: checked input, without any HTTP. */
export interface Given<C extends Call> {
  readonly account: C['access'] extends 'applicant' ? Account : undefined;
  /** The key of the program that calls. */
  readonly keyId: C['access'] extends 'key' ? string : undefined;
  readonly body: BodyOf<C>;
  readonly query: QueryOf<C>;
  readonly params: ParamsOf<C>;
  readonly headers: HeadersOf<C>;
  /** The caller's network: an IPv4 address or an IPv6 /64. */
  readonly network: string;
  /** Scheme and host of the caller's page: from the Origin header, else PUBLIC_URL, else the Host header. */
  readonly origin: string;
  /** True if nobody on the way can read the response: over https, or to this machine itself. */
  readonly isConfidential: boolean;
  readonly session: SessionDoor;
  /** Sets the headers of the response that the call declares. */
  setHeaders(headers: ResponseHeadersOf<C>): void;
}

/** Reads and sets the cookies of one call. */
interface SessionDoor {
  readonly id: string | undefined;
  /** @param computer on a shared one, the session ends with the browser at the latest */
  start(id: string, computer: { readonly isShared: boolean }): void;
  end(): void;
  readonly signupBrowser: string | undefined;
  keepSignupBrowser(value: string): void;
  forgetSignupBrowser(): void;
}

/** Requests of one account that the server works on at once. Changes would only wait for each other. */
const AT_ONCE = { changes: 1, reads: 2 };
/** More than a page with several tabs asks for at one moment. */
const WAITING_MAX = 50;

type FileCall = Call & { readonly contentType: string };
type Handler<C extends Call> = (given: Given<C>) => Promise<z.input<C['response']>>;

/** What a routes file receives: the parts, and `answer`, which registers a call of the contract. */
export interface App {
  readonly context: Context;
  /** For the few routes that are not calls of the contract. */
  readonly fastify: FastifyInstance;
  answer<C extends Call>(call: C, handler: Handler<C>): void;
  /** Registers a call that answers with a file. */
  answerFile<C extends FileCall>(call: C, handler: (given: Given<C>) => Promise<NamedFile>): void;
  /**
   * Returns who is logged in, for routes under /api that are not calls.
   *
   * @throws {NoSessionError}
   */
  applicantOf(request: FastifyRequest): Promise<Account>;
  /** Reads for somebody, after what else is read for the same owner, so that they hold few connections of the database. */
  inTurn<T>(owner: string, read: () => Promise<T>): Promise<T>;
}

declare module 'fastify' {
  interface FastifyRequest {
    account: Account | undefined;
    /** When the headers of a call were here, by `performance.now()`. */
    begunAt: number;
    /** The program whose key the request has. */
    program: Program | undefined;
    /** True if the browser uses https, to us or to a proxy before us. */
    isSecure: boolean;
  }
}

/** Makes `answer`, which registers a call with its access check, input schemas and response. */
export function makeApp(fastify: FastifyInstance, context: Context, onCall: (call: Call) => void): App {
  const changes = new Lanes({ atOnce: AT_ONCE.changes, mostWaiting: WAITING_MAX });
  const reads = new Lanes({ atOnce: AT_ONCE.reads, mostWaiting: WAITING_MAX });

  return {
    context,
    fastify,
    inTurn: (owner, read) => reads.run(owner, read),
    applicantOf: (request) => authenticate(request, context, { isActivity: true }),
    answer(call, handler) {
      register(call, async (request, reply) => {
        const answer = await handled(call, handler, request, reply);
        if (context.env.NODE_ENV === 'test') checkResponse(call, answer, reply);
        return reply.code(call.status ?? 200).send(answer);
      });
    },
    answerFile(call, handler) {
      register(call, async (request, reply) =>
        sendFile(request, reply, call.contentType, await handled(call, handler, request, reply)),
      );
    },
  };

  function register(call: Call, handler: RouteHandlerMethod): void {
    onCall(call);
    const changesState = isChange(call);
    fastify.route({
      method: call.method,
      url: call.path,
      // A HEAD request runs the same handler as GET, so it must not change state.
      exposeHeadRoute: !changesState,
      ...(call.path.startsWith('/public/') && { bodyLimit: PUBLIC_BODY_MAX_BYTES }),
      // Checked before the body is read, so that we parse nothing from strangers.
      async onRequest(request, reply) {
        request.begunAt = performance.now();
        reply.header('cache-control', 'no-store');
        if (changesState) refuseOtherSites(request, context.env.PUBLIC_URL);
        if (call.access === 'applicant')
          request.account = await authenticate(request, context, { isActivity: !isPoll(call) });
        if (call.access === 'key') request.program = await programOf(request, reply, context);
      },
      // A body may arrive long after its headers, and the session may have ended since.
      async preValidation(request) {
        const isLate = announcesBody(request.raw) && performance.now() - request.begunAt > LATE_BODY_MS;
        if (call.access === 'applicant' && isLate)
          request.account = await authenticate(request, context, { isActivity: !isPoll(call) });
      },
      handler,
    });
  }

  async function handled<C extends Call, Answer>(
    call: C,
    handler: (given: Given<C>) => Promise<Answer>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Answer> {
    const given = unpack(call, request, reply, context.env);
    const { account, program } = request;
    if (account !== undefined) {
      const lanes = isChange(call) ? changes : reads;
      return lanes.run(account.id, () => handler(given));
    }
    return program === undefined
      ? handler(given)
      : actingAs(program.name, () => handler(given), given.network);
  }
}

function isChange({ method, path }: Call): boolean {
  return method !== 'GET' || path === '/api/logout';
}

async function authenticate(
  request: FastifyRequest,
  { accounts }: Context,
  { isActivity }: { readonly isActivity: boolean },
): Promise<Account> {
  const id = cookies.readSession(request);
  const account = id && (await accounts.findSession(id, { isActivity }));
  if (!account) throw new NoSessionError();
  return account;
}

/** @throws {WrongCredentialsError} without a good key */
async function programOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { tries, tokens }: Context,
): Promise<Program> {
  await tries.take(limits.exportFromNetwork(networkOf(request.ip)));
  const [, key = ''] = /^Bearer ([\w-]{1,100})$/i.exec(request.headers.authorization ?? '') ?? [];
  reply.header('www-authenticate', 'Bearer');
  const program = await tokens.programOf(key);
  reply.removeHeader('www-authenticate');
  return program;
}

/** Returns true for calls made by a timer, not by a person. They do not keep a session alive. */
function isPoll({ method, path }: Call): boolean {
  return method === 'GET' && (path === '/api/pdf' || path.startsWith('/api/pdf/'));
}

function unpack<C extends Call>(call: C, request: FastifyRequest, reply: FastifyReply, env: Env): Given<C> {
  const { account, program, isSecure } = request;
  if (call.body !== undefined && request.body === undefined) {
    throw new MalformedError('The request needs a JSON body.');
  }
  const checked = {
    params: parse(call.params, request.params),
    query: parseQuery(call, request.query),
    headers: parse(call.headers, request.headers),
    body: call.body === undefined ? refuseBody(request.body) : parse(call.body, request.body),
  };
  const given = {
    ...checked,
    account,
    keyId: program?.keyId,
    network: networkOf(request.ip),
    isConfidential: isSecure || isFromThisMachine(request),
    get origin() {
      return originOf(request, env.PUBLIC_URL);
    },
    session: {
      id: cookies.readSession(request),
      start: (id: string, { isShared }: { readonly isShared: boolean }) =>
        cookies.startSession(reply, { isSecure, isShared }, id),
      end: () => cookies.endSession(reply, isSecure),
      signupBrowser: cookies.readSignupBrowser(request),
      keepSignupBrowser: (value: string) => cookies.keepSignupBrowser(reply, isSecure, value),
      forgetSignupBrowser: () => cookies.forgetSignupBrowser(reply, isSecure),
    },
    setHeaders: (headers: Record<string, string>) => reply.headers(headers),
  };
  // oxlint-disable-next-line typescript/consistent-type-assertions -- parsed by the call's own schema; `account` and `keyId` are set when `access` requires them
  return given as unknown as Given<C>;
}

function originOf({ headers, host, isSecure }: FastifyRequest, publicUrl: string | undefined): string {
  // The browser's Origin header is right whatever proxies do. `refuseOtherSites` has checked that it is our own site.
  const known = headers.origin ?? publicUrl;
  const origin = known ?? `${isSecure ? 'https' : 'http'}://${host}`;
  const isHost = known !== undefined || NOTHING_BUT_HOST.test(host);
  if (!isHost || !URL.canParse(origin)) throw new MalformedError('The host of the request cannot be read.');
  return new URL(origin).origin;
}

/** Parses the query. A malformed token gets the same answer as a wrong one. */
function parseQuery({ access, query }: Call, value: unknown): unknown {
  if (access === 'token' && query && !z.safeParse(query, value).success) throw new NotFoundError();
  return parse(query, value);
}

function parse(schema: z.ZodMiniType | undefined, value: unknown): unknown {
  if (schema === undefined) return undefined;
  const result = z.safeParse(schema, value, { error: sentenceOf });
  if (!result.success) throw new InvalidError(errorsByKey(result.error.issues));
  return result.data;
}

/** In tests, what a call answers must be what its declaration says. */
function checkResponse({ response, responseHeaders }: Call, answer: unknown, reply: FastifyReply): void {
  z.parse(response, answer);
  if (responseHeaders) z.parse(responseHeaders, reply.getHeaders());
}

/** Refuses a body on calls without one, except the empty object that some clients send. */
function refuseBody(body: unknown): void {
  if (body !== undefined) parse(z.strictObject({}), body);
}
