import type { FastifyInstance } from 'fastify';
import type { Call } from '#contract/define-call.ts';
import { onceASecond } from '#server/adapters/once-a-second.ts';
import { statesOf } from '#server/adapters/readiness.ts';
import { DAY_MS } from '#server/adapters/clock.ts';
import type { Context } from '#server/context.ts';
import { tenant } from '#tenant/tenant.ts';
import { serveMetrics } from './metrics.ts';
import { openApiDocument } from './openapi.ts';

/** Serves health, readiness and metrics, for operators. */
export function serveOperations(fastify: FastifyInstance, context: Context): void {
  fastify.get('/healthz', async (_request, reply) => {
    return reply.header('cache-control', 'no-store').send({ status: 'ok' });
  });

  const recentStates = onceASecond(() => statesOf(context.readiness), context.clock);
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

const CONTACT_DAYS = 180;

/** Serves where to report a vulnerability (RFC 9116). */
export function serveSecurityContact(fastify: FastifyInstance, { clock }: Context): void {
  fastify.get('/.well-known/security.txt', async (_request, reply) => {
    const expires = new Date(clock.now().getTime() + CONTACT_DAYS * DAY_MS);
    return reply
      .type('text/plain; charset=utf-8')
      .send(
        `Contact: mailto:${tenant.helpEmail}\nExpires: ${expires.toISOString()}\nPreferred-Languages: en\n`,
      );
  });
}

/** Serves the API description, for programs. */
export function serveDescription(fastify: FastifyInstance, calls: readonly Call[]): void {
  let document: object | undefined;
  fastify.get('/openapi.json', async () => (document ??= openApiDocument(calls)));
}
