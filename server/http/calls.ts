import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import * as z from 'zod/mini';
import {
  isChange,
  type BodyOf,
  type Call,
  type HeadersOf,
  type ParamsOf,
  type QueryOf,
  type ResponseHeadersOf,
} from '#contract/define-call.ts';
import type { Context } from '#server/context.ts';
import type { Account } from '#server/domain/accounts/accounts.ts';
import { actingAs } from '#server/domain/ground/audit.ts';
import { MalformedError } from '#server/domain/ground/errors.ts';
import { Lanes } from '#server/domain/ground/lanes.ts';
import type { Env } from '#server/env.ts';
import { admit } from './access.ts';
import { announcesBody } from './connections.ts';
import { parse, parseOr404, PUBLIC_BODY_MAX_BYTES } from './input.ts';
import { isFromThisMachine, networkOf } from './network.ts';
import { makeAddPage, type AddPage } from './pages.ts';
import { rejectOtherSites } from './same-site.ts';
import { file, type NamedFile } from './send-file.ts';
import { sessionDoor, type SessionDoor } from './session-cookies.ts';

/** A host alone: URL parsing would split off a user, path, query or fragment. */
const NOTHING_BUT_HOST = /^[^@/\\?#]+$/;
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
  /** When it had arrived, without what it then waited for: a body in drops does not stretch the last day of a term. */
  readonly arrivedAt: Date;
  readonly session: SessionDoor;
  /** Sets the headers of the response that the call declares. */
  setHeaders(headers: ResponseHeadersOf<C>): void;
}

/** Requests of one account that the server works on at once. Changes would only wait for each other. */
const AT_ONCE = { changes: 1, reads: 2 };
/** More than a page with several tabs requests at one moment. */
const WAITING_MAX = 50;

type FileCall = Call & { readonly contentType: string };
type Handler<C extends Call> = (given: Given<C>) => Promise<z.input<C['response']>>;

/** What a routes file receives: the parts, and what registers calls and pages. */
export interface App {
  readonly context: Context;
  /** All calls that are registered so far. */
  readonly calls: readonly Call[];
  answer<C extends Call>(call: C, handler: Handler<C>): void;
  /** Registers a call that answers with a file. */
  answerFile<C extends FileCall>(call: C, handler: (given: Given<C>) => Promise<NamedFile>): void;
  /** Registers an address that is no call of the contract. */
  readonly page: AddPage;
  /** Reads for one owner. Reads of the same owner wait in line, so that they take few connections to the database. */
  inTurn<T>(owner: string, read: () => Promise<T>): Promise<T>;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    call?: Call;
  }
  interface FastifyRequest {
    /** When the headers of a call had arrived, by `performance.now()`. */
    begunAt: number;
    arrivedAt: Date;
    /** Since when the server waits for the body of a call. */
    awaitedFrom: number;
    /** True if the browser uses https, to us or to a proxy before us. */
    isSecure: boolean;
  }
}

/** Makes what registers calls and pages, each with its access check, input schemas and answer. */
export function makeApp(fastify: FastifyInstance, context: Context): App {
  const changes = new Lanes({ atOnce: AT_ONCE.changes, mostWaiting: WAITING_MAX });
  const reads = new Lanes({ atOnce: AT_ONCE.reads, mostWaiting: WAITING_MAX });
  const calls: Call[] = [];

  return {
    context,
    calls,
    page: makeAddPage(fastify, context),
    inTurn: (owner, read) => reads.run(owner, read),
    answer(call, handler) {
      register(call, async (request, reply) =>
        reply.code(call.status ?? 200).send(await handled(call, handler, request, reply)),
      );
    },
    answerFile(call, handler) {
      const send = file(call.contentType);
      register(call, async (request, reply) =>
        send(request, reply, await handled(call, handler, request, reply)),
      );
    },
  };

  function register(call: Call, handler: RouteHandlerMethod): void {
    calls.push(call);
    const changesState = isChange(call);
    const enter = (request: FastifyRequest, reply: FastifyReply) =>
      admit(call.access, request, reply, { context, isActivity: !isPoll(call) });
    fastify.route({
      method: call.method,
      url: call.path,
      // A HEAD request runs the same handler as GET, so it must not change state.
      exposeHeadRoute: !changesState,
      config: { call },
      ...((call.path.startsWith('/public/') || call.body === undefined) && {
        bodyLimit: PUBLIC_BODY_MAX_BYTES,
      }),
      // Checked before the body is read, so that we parse nothing from strangers.
      async onRequest(request, reply) {
        request.begunAt = performance.now();
        reply.header('cache-control', 'no-store');
        if (changesState) rejectOtherSites(request, context.env.PUBLIC_URL);
        await enter(request, reply);
        request.awaitedFrom = context.clock.now().getTime();
      },
      // A body may arrive long after its headers, and the session may have ended since.
      async preValidation(request, reply) {
        if (!announcesBody(request.raw)) return;
        const awaitedMs = context.clock.now().getTime() - request.awaitedFrom;
        request.arrivedAt = new Date(request.arrivedAt.getTime() + awaitedMs);
        const isLate = performance.now() - request.begunAt > LATE_BODY_MS;
        if (call.access === 'applicant' && isLate) await enter(request, reply);
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
    body: call.body === undefined ? requireNoBody(request.body) : parse(call.body, request.body),
  };
  const given = {
    ...checked,
    account,
    arrivedAt: request.arrivedAt,
    keyId: program?.keyId,
    network: networkOf(request.ip),
    isConfidential: isSecure || isFromThisMachine(request),
    get origin() {
      return originOf(request, env.PUBLIC_URL);
    },
    session: sessionDoor(request, reply),
    setHeaders: (headers: Record<string, string>) => reply.headers(headers),
  };
  // oxlint-disable-next-line typescript/consistent-type-assertions -- parsed by the call's own schema; `account` and `keyId` are set when `access` requires them
  return given as unknown as Given<C>;
}

function originOf({ headers, host, isSecure }: FastifyRequest, publicUrl: string | undefined): string {
  // The browser's Origin header is right whatever proxies do. `rejectOtherSites` has checked that it is our own site.
  const known = headers.origin ?? publicUrl;
  const origin = known ?? `${isSecure ? 'https' : 'http'}://${host}`;
  const isHost = known !== undefined || NOTHING_BUT_HOST.test(host);
  if (!isHost || !URL.canParse(origin)) throw new MalformedError('The host of the request cannot be read.');
  return new URL(origin).origin;
}

/** Parses the query. A malformed token gets the same answer as a wrong one. */
function parseQuery({ access, query }: Call, value: unknown): unknown {
  return access === 'token' ? parseOr404(query, value) : parse(query, value);
}

/** Lets calls without a body have none but the empty object that some clients send. */
function requireNoBody(body: unknown): void {
  if (body !== undefined) parse(z.strictObject({}), body);
}
