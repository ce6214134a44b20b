import { setTimeout as sleep } from 'node:timers/promises';
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { tagOf } from '#contract/document-tags.ts';
import { UNEXPECTED } from '#contract/sentences.ts';
import { counter, type Metrics } from '#server/adapters/metrics.ts';
import { errorFields } from '#server/adapters/log.ts';
import {
  AlreadySubmittedError,
  AnotherAccountError,
  BusyError,
  ForbiddenError,
  InvalidError,
  MalformedError,
  NoSessionError,
  NotFoundError,
  OtherDocumentError,
  OutdatedError,
  RefusalError,
  TooManyRequestsError,
  UnconfirmedError,
  WrongCredentialsError,
} from '#server/domain/ground/errors.ts';
import type { Env } from '#server/env.ts';
import { leaveStage } from './back-pressure.ts';
import { page } from './html-page.ts';
import { bareHeaders } from './security-headers.ts';
import { etagOf } from './versions.ts';

const RETRY_AFTER_SECONDS = 2;
/** Statuses for too large a body, too many requests, and too many at once. */
const FLOODED = new Set([413, 429, 503]);
const HOSTLESS = 'The request does not say which host it is for.';
const MANY_HOSTS = 'The request says more than once which host it is for.';

/** Messages for requests that fastify refuses before any handler runs. */
const PROTOCOL_MESSAGES: Readonly<Record<number, string>> = {
  400: 'The request cannot be read.',
  405: 'This cannot be done here.',
  408: 'The request took too long.',
  413: 'That is more than we can take at once.',
  414: 'The address is too long.',
  415: 'The body must be JSON in UTF-8, not compressed (content-type: application/json).',
  417: 'The server does not support this Expect header.',
  431: 'The request has too many headers.',
};

/** PostgreSQL or the storage is unreachable, full, read-only, locked or too slow. A retry may succeed soon. */
const UNAVAILABLE_CODES =
  /^(08...|53...|57P0.|57014|55P03|25006|40001|40P01|58030|ENOSPC|EDQUOT|EROFS|EIO|ECONN\w+|ENOENT|EPIPE|ETIMEDOUT)$/;
const UNAVAILABLE_REASONS =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered/;
/** The storage, or a gateway before it, answered that it fails. Such an error has no code. */
const failedInStorage = z.object({ $metadata: z.object({ httpStatusCode: z.number().check(z.gte(500)) }) });

interface FailureOptions {
  /** The delay of refusals that a flood could cause; 0 if absent. */
  readonly refusalDelayMs?: number;
}

/**
 * Maps the errors of all calls and pages to status codes. Answers reveal no internals, and the log contains no input. A
 * page that people open in a browser answers with a page.
 */
export function handleFailures(
  fastify: FastifyInstance,
  metrics: Metrics,
  { refusalDelayMs = 0 }: FailureOptions = {},
): void {
  const errors = counter(metrics, 'admissions_errors_total', 'Requests that failed for a fault of ours.', [
    'kind',
  ]);
  fastify.setErrorHandler(async (error: FastifyError, request, reply) => {
    reply.header('cache-control', 'no-store');
    if (refusalDelayMs > 0 && isSlowed(error, request)) {
      leaveStage(request);
      await sleep(refusalDelayMs, undefined, { ref: false });
    }
    if (error instanceof RefusalError) return sendRefusal(error, request, reply);
    const status = error.statusCode ?? 500;
    if (status >= 400 && status < 500) {
      return reply
        .code(status)
        .send({ message: PROTOCOL_MESSAGES[status] ?? 'The request cannot be answered.' });
    }
    request.log.error(errorFields(error), 'A request failed.');
    const isPassing = isUnavailable(error);
    errors.inc({ kind: isPassing ? 'unavailable' : 'unexpected' });
    if (isPassing) reply.header('retry-after', RETRY_AFTER_SECONDS);
    reply.code(isPassing ? 503 : 500);
    return pageFor(new BusyError(UNEXPECTED), request, reply) ?? reply.send({ message: UNEXPECTED });
  });
}

/**
 * Whether a refusal waits: every one of somebody who is not logged in, and those that an applicant's program can cause
 * at no cost. Most programs send the next request once the last one is answered, so this slows a flood, but no honest
 * person.
 */
function isSlowed(error: FastifyError | RefusalError, { account }: FastifyRequest): boolean {
  const status = error instanceof RefusalError ? statusOf(error) : (error.statusCode ?? 500);
  return account === undefined ? status < 500 : FLOODED.has(status);
}

/** Answers addresses without a route, in a server without the site. */
export function answerUnknownAddresses(fastify: FastifyInstance): void {
  fastify.setNotFoundHandler(() => {
    throw new NotFoundError();
  });
}

/** Answers requests that fastify refuses before it has chosen a route. */
export function answerUnreadableAddress(reply: FastifyReply): void {
  void reply.code(400).header('cache-control', 'no-store').send({ message: PROTOCOL_MESSAGES[400] });
}

/** Answers bytes that are not an HTTP request. No hook runs for them, so this writes the whole answer. */
export function makeAnswerToBrokenBytes(env: Env): (error: NodeJS.ErrnoException, socket: Socket) => void {
  const headers = Object.entries(bareHeaders(env)).map(([name, value]) => `${name}: ${value}`);
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const status = brokenStatus(error.code);
    const body = bodyOf(status);
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      ...headers,
      `content-length: ${Buffer.byteLength(body)}`,
    ];
    // A caller whose request was late would not close the connection either.
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => status === 408 && socket.destroy());
  };
}

/** Answers in JSON where Node itself would refuse with an empty body. */
export function explainEarlyRefusals(fastify: FastifyInstance, env: Env): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    const { rawHeaders, httpVersion } = request.raw;
    const hosts = hostsIn(rawHeaders);
    if (hosts > 1) return done(new MalformedError(MANY_HOSTS));
    done(hosts === 0 && httpVersion === '1.1' ? new MalformedError(HOSTLESS) : undefined);
  });
  fastify.server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const body = bodyOf(417);
    response.writeHead(417, { ...bareHeaders(env), 'content-length': Buffer.byteLength(body) }).end(body);
  });
}

/** `headers` holds the first host alone; a proxy before us may have believed the second. */
function hostsIn(rawHeaders: readonly string[]): number {
  return rawHeaders.filter((word, at) => at % 2 === 0 && word.toLowerCase() === 'host').length;
}

function bodyOf(status: number): string {
  return JSON.stringify({ message: PROTOCOL_MESSAGES[status] });
}

function brokenStatus(code: string | undefined): number {
  if (code === 'HPE_HEADER_OVERFLOW') return 431;
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
}

function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  // When a request to the storage gets no answer in time, its error has no code.
  const isLate = error.name === 'TimeoutError';
  const isStorage = z.safeParse(failedInStorage, error).success;
  return isLate || isStorage || UNAVAILABLE_CODES.test(code) || UNAVAILABLE_REASONS.test(error.message);
}

function sendRefusal(error: RefusalError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof TooManyRequestsError) reply.header('retry-after', error.retryAfterSeconds);
  if (error instanceof BusyError) reply.header('retry-after', RETRY_AFTER_SECONDS);
  if (error instanceof OutdatedError) reply.header('etag', etagOf(error.version));
  if (error instanceof OtherDocumentError && error.place !== undefined)
    reply.header('etag', tagOf(error.place));
  reply.code(statusOf(error));
  return pageFor(error, request, reply) ?? reply.send(bodyOfRefusal(error));
}

function bodyOfRefusal(error: RefusalError): object {
  const { message } = error;
  if (error instanceof InvalidError) return { message, errors: error.errors };
  if (error instanceof AnotherAccountError) return { message, another_account: true };
  return error instanceof UnconfirmedError ? { message, unconfirmed: true } : { message };
}

/** Sends the page that people see instead of JSON, where there is one. */
function pageFor(
  error: RefusalError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | undefined {
  const refusal = request.routeOptions.config.page?.refusal?.(error, request.url, request.body);
  return refusal && page(request, reply, refusal);
}

function statusOf(error: RefusalError): number {
  return STATUSES.find(([kind]) => error instanceof kind)?.[1] ?? 400;
}

const STATUSES = [
  [NoSessionError, 401],
  [AnotherAccountError, 401],
  [WrongCredentialsError, 401],
  [ForbiddenError, 403],
  [NotFoundError, 404],
  [AlreadySubmittedError, 409],
  [OutdatedError, 412],
  [OtherDocumentError, 412],
  [InvalidError, 422],
  [TooManyRequestsError, 429],
  [BusyError, 503],
] as const;
