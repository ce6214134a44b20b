import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Call } from '#contract/define-call.ts';
import type { Context } from '#server/context.ts';
import { serveMetrics } from './metrics.ts';
import { openApiDocument } from './openapi.ts';

/** Whoever asks has a deadline, too; a part that is silent for so long is down. */
const READY_WITHIN_MS = 3000;

/** For whoever runs the server: does it live, can it work, and how much does it do. */
export function serveOperations(fastify: FastifyInstance, context: Context): void {
  fastify.get('/healthz', async (_request, reply) => {
    return reply.header('cache-control', 'no-store').send({ status: 'ok' });
  });

  fastify.get('/readyz', async (_request, reply) => {
    const checks = Object.entries(context.readiness).map(async ([part, check]) => {
      const late = sleep(READY_WITHIN_MS, 'down' as const, { ref: false });
      return [part, await Promise.race([check(), late])] as const;
    });
    const parts = Object.fromEntries(await Promise.all(checks));
    const isReady =
      !context.isDraining() && Object.values(parts).every((state) => state === 'ok' || state === 'missing');
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isReady ? 'ok' : 'unavailable', parts });
  });

  serveMetrics(fastify, context);
}

/** What the server offers, for programs. */
export function serveDescription(fastify: FastifyInstance, calls: readonly Call[]): void {
  let document: object | undefined;
  fastify.get('/openapi.json', async () => (document ??= openApiDocument(calls)));
}
