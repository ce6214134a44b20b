import type { FastifyInstance } from 'fastify';
import type { Call } from '#contract/define-call.ts';
import { makeRecentStates } from '#server/adapters/readiness.ts';
import type { Context } from '#server/context.ts';
import { serveMetrics } from './metrics.ts';
import { openApiDocument } from './openapi.ts';

/** Serves health, readiness and metrics, for operators. */
export function serveOperations(fastify: FastifyInstance, context: Context): void {
  fastify.get('/healthz', async (_request, reply) => {
    return reply.header('cache-control', 'no-store').send({ status: 'ok' });
  });

  const recentStates = makeRecentStates(context.readiness, context.clock);
  fastify.get('/readyz', async (_request, reply) => {
    const parts = await recentStates();
    const isReady =
      !context.isDraining() && Object.values(parts).every((state) => state === 'ok' || state === 'missing');
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isReady ? 'ok' : 'unavailable', parts });
  });

  serveMetrics(fastify, context);
}

/** Serves the API description, for programs. */
export function serveDescription(fastify: FastifyInstance, calls: readonly Call[]): void {
  let document: object | undefined;
  fastify.get('/openapi.json', async () => (document ??= openApiDocument(calls)));
}
