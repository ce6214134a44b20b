import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { BodyOf, Call, ParamsOf, QueryOf } from '#contract/define-call.ts';
import type { Context } from '#server/context.ts';
import type { Account } from '#server/domain/accounts.ts';
import { InvalidError, MalformedError, NoSessionError, NotFoundError } from '#server/domain/errors.ts';
import type { Env } from '#server/env.ts';
import { errorsByKey, sentenceOf } from './field-errors.ts';
import { networkOf } from './network.ts';
import { refuseOtherSites } from './same-site.ts';
import * as cookies from './session-cookies.ts';

/** No user, path, query or fragment, which an address would take for its own. */
const NOTHING_BUT_HOST = /^[^@/\\?#]+$/;

/** What a handler gets: everything checked, and nothing of HTTP. */
export interface Given<C extends Call> {
  readonly account: C['access'] extends 'applicant' ? Account : undefined;
  readonly body: BodyOf<C>;
  readonly query: QueryOf<C>;
  readonly params: ParamsOf<C>;
  /** Network of the caller: an IPv4 address or an IPv6 /64. */
  readonly network: string;
  /** Scheme and host by which the caller reaches us: as a browser says, else PUBLIC_URL, else the Host header. */
  readonly origin: string;
  readonly session: SessionDoor;
}

/** The cookies of one call. */
export interface SessionDoor {
  readonly id: string | undefined;
  start(id: string): void;
  end(): void;
  readonly signupBrowser: string | undefined;
  keepSignupBrowser(value: string): void;
}

export type Handler<C extends Call> = (given: Given<C>) => Promise<z.input<C['response']>>;

/** What a routes file is given: the parts, and one way to answer a call of the contract. */
export interface App {
  readonly context: Context;
  /** For the few routes that are no call of the contract. */
  readonly fastify: FastifyInstance;
  answer<C extends Call>(call: C, handler: Handler<C>): void;
}

declare module 'fastify' {
  interface FastifyRequest {
    account: Account | undefined;
    /** Whether the browser speaks https, to us or to a proxy before us. */
    isSecure: boolean;
  }
}

/** Makes `answer`, which registers a call: who may make it, what it takes, what it gives back. */
export function makeApp(fastify: FastifyInstance, context: Context, onCall: (call: Call) => void): App {
  return {
    context,
    fastify,
    answer(call, handler) {
      onCall(call);
      const changesState = call.method !== 'GET' || call.path === '/api/logout';
      fastify.route({
        method: call.method,
        url: call.path,
        // A HEAD asks what a GET would say, and must do nothing.
        exposeHeadRoute: !changesState,
        // Before the body is read: strangers make us parse nothing.
        async onRequest(request, reply) {
          reply.header('cache-control', 'no-store');
          if (changesState) refuseOtherSites(request, context.env.PUBLIC_URL);
          if (call.access === 'applicant') request.account = await authenticate(request, context, call);
        },
        async handler(request, reply) {
          const answer = await handler(unpack(call, request, reply, context.env));
          if (context.env.NODE_ENV === 'test') z.parse(call.response, answer);
          return reply.code(call.status ?? 200).send(answer);
        },
      });
    },
  };
}

async function authenticate(request: FastifyRequest, context: Context, call: Call): Promise<Account> {
  const id = cookies.readSession(request);
  const account = id && (await context.accounts.findSession(id, { isActivity: !isPoll(call) }));
  if (!account) throw new NoSessionError();
  return account;
}

/** Asked for by a timer, not by a person: it keeps no session alive. */
function isPoll({ method, path }: Call): boolean {
  return method === 'GET' && (path === '/api/pdf' || path.startsWith('/api/pdf/'));
}

function unpack<C extends Call>(call: C, request: FastifyRequest, reply: FastifyReply, env: Env): Given<C> {
  const { account, isSecure } = request;
  if (call.body !== undefined && request.body === undefined) {
    throw new MalformedError('The request needs a JSON body.');
  }
  const checked = {
    params: parse(call.params, request.params),
    query: parseQuery(call, request.query),
    body: call.body === undefined ? refuseBody(request.body) : parse(call.body, request.body),
  };
  const given = {
    ...checked,
    account,
    network: networkOf(request.ip),
    get origin() {
      return originOf(request, env.PUBLIC_URL);
    },
    session: {
      id: cookies.readSession(request),
      start: (id: string) => cookies.startSession(reply, isSecure, id),
      end: () => cookies.endSession(reply, isSecure),
      signupBrowser: cookies.readSignupBrowser(request),
      keepSignupBrowser: (value: string) => cookies.keepSignupBrowser(reply, isSecure, value),
    },
  };
  // oxlint-disable-next-line typescript/consistent-type-assertions -- parsed by the call's own schema; `account` is there when `access` asks for it
  return given as unknown as Given<C>;
}

function originOf({ headers, host, isSecure }: FastifyRequest, publicUrl: string | undefined): string {
  // A browser says it best, whatever proxies lie between; that it is our own site was checked before.
  const known = headers.origin ?? publicUrl;
  const origin = known ?? `${isSecure ? 'https' : 'http'}://${host}`;
  const isHost = known !== undefined || NOTHING_BUT_HOST.test(host);
  if (!isHost || !URL.canParse(origin)) throw new MalformedError('The host of the request cannot be read.');
  return new URL(origin).origin;
}

/** A token that is none gets the same answer as a wrong one. */
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

/** A call without a body takes none, or an empty object as some clients send. */
function refuseBody(body: unknown): void {
  if (body !== undefined) parse(z.strictObject({}), body);
}
