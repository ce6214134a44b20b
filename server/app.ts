import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import cookie from '@fastify/cookie';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Context } from './context.ts';
import { limitRequests } from './http/back-pressure.ts';
import { makeApp } from './http/calls.ts';
import {
  handleFailures,
  makeAnswerToBrokenBytes,
  explainEarlyRefusals,
  answerUnknownAddresses,
  answerUnreadableAddress,
} from './http/failures.ts';
import { limitConnections, PATIENCE, type Patience } from './http/connections.ts';
import { readJsonOnly } from './http/json.ts';
import { countRequests } from './http/metrics.ts';
import { readForwardedPorts } from './http/network.ts';
import { contentSecurityPolicy, makeSecurityHeaders } from './http/security-headers.ts';
import { readSite, serveSite } from './http/site.ts';
import { makeSignedIn } from './http/sign-in.ts';
import { followTraces } from './http/traces.ts';
import { warnOfUnknownProxy } from './http/unknown-proxy.ts';
import { routes } from './routes/all.ts';
import { operationsRoutes } from './routes/operations.ts';

const BODY_MAX_BYTES = 262_144;
const HEADERS_TIMEOUT_MS = 15_000;
/** Browsers keep several connections, and use one or two at a time. */
const IDLE_PER_OPEN = 4;
/** Nobody notices this after a wrong password. A program with twenty connections gets a hundred refusals a second. */
const REFUSAL_DELAY_MS = 200;
/** How often Node looks for late requests. */
const LATE_CHECK_MS = 5000;

interface AppOptions {
  readonly logger?: FastifyBaseLogger;
  readonly patience?: Patience;
  /** The delay of refusals that a flood could cause. */
  readonly refusalDelayMs?: number;
}

interface SiteOptions extends AppOptions {
  /** The folder of the built client. */
  readonly siteFolder?: string;
}

/** Builds the whole server from its parts, ready to listen or for injected requests. */
export async function buildApp(context: Context, options: SiteOptions = {}): Promise<FastifyInstance> {
  const { env } = context;
  const site = readSite(options.siteFolder ?? resolve(import.meta.dirname, '../dist'), env.PUBLIC_URL);
  const fastify = buildBareApp(context, options);

  limitRequests(fastify, { mostOpen: env.OPEN_LIMIT_PER_ADDRESS, share: env.REQUEST_LIMIT_PER_ADDRESS });
  readJsonOnly(fastify);
  await fastify.register(cookie);

  const app = makeApp(fastify, context);
  for (const add of routes) add(app);
  serveSite(fastify, site, (styleHashes) => contentSecurityPolicy(env, styleHashes));
  return fastify;
}

/** Builds the server of a process that only runs jobs: health, readiness and metrics. */
export function buildWorkerApp(context: Context, options: AppOptions = {}): FastifyInstance {
  const fastify = buildBareApp(context, options);
  operationsRoutes(makeApp(fastify, context));
  answerUnknownAddresses(fastify);
  return fastify;
}

/** Builds what every server of ours has: headers, traces, log, counts and one error handler. It has no routes yet. */
function buildBareApp(
  { clock, env, log, metrics }: Context,
  { logger, patience = PATIENCE, refusalDelayMs }: AppOptions,
): FastifyInstance {
  const setSecurityHeaders = makeSecurityHeaders(env);
  const fastify = Fastify({
    ...(logger && { loggerInstance: logger }),
    // We log the route ourselves, not the address, because queries contain tokens.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    // `followTraces` makes one child logger for each request, with its trace.
    childLoggerFactory: (parent) => parent,
    trustProxy: env.TRUST_PROXY.length > 0 ? [...env.TRUST_PROXY] : false,
    bodyLimit: BODY_MAX_BYTES,
    // `limitConnections` limits bodies by their progress.
    requestTimeout: 0,
    connectionTimeout: patience.readerMs,
    // While the server stops, it answers one more request on each open connection, then closes the connection.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 300 },
    // Node would refuse a request without a host with an empty answer. `explainEarlyRefusals` answers it instead.
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: LATE_CHECK_MS,
      requireHostHeader: false,
    },
    clientErrorHandler: makeAnswerToBrokenBytes(env),
    // Fastify calls neither hooks nor the error handler for an address that cannot be decoded.
    frameworkErrors: (_error, request, reply) => {
      setSecurityHeaders(request, reply);
      answerUnreadableAddress(reply);
    },
  });

  limitConnections(fastify.server, {
    ...patience,
    proxies: env.TRUST_PROXY,
    mostIdle: IDLE_PER_OPEN * env.OPEN_LIMIT_PER_ADDRESS,
  });
  for (const who of ['account', 'clerk', 'program'] as const) fastify.decorateRequest(who, undefined);
  fastify.decorateRequest('begunAt', 0);
  fastify.decorateRequest('awaitedFrom', 0);
  fastify.decorateRequest('isSecure', false);
  if (env.TRUST_PROXY.length > 0) readForwardedPorts(fastify, log);
  else warnOfUnknownProxy(fastify, log);
  fastify.decorateRequest('signedIn', undefined);
  const signedIn = makeSignedIn(env);
  fastify.addHook('onRequest', (request, reply, done) => {
    request.arrivedAt = clock.now();
    request.signedIn = signedIn(request);
    setSecurityHeaders(request, reply);
    done();
  });
  followTraces(fastify);
  logRequests(fastify);
  countRequests(fastify, metrics);
  explainEarlyRefusals(fastify, env);
  handleFailures(fastify, metrics, {
    refusalDelayMs: refusalDelayMs ?? REFUSAL_DELAY_MS / env.RATE_LIMIT_FACTOR,
  });
  return fastify;
}

function logRequests(fastify: FastifyInstance): void {
  fastify.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    const ms = Math.round(reply.elapsedTime);
    request.log.info({ method: request.method, route, status: reply.statusCode, ms }, 'request');
    done();
  });
}
