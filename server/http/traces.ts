import type { FastifyInstance } from 'fastify';
import { inTrace, traceFrom, traceparentOf, type Trace } from '#server/adapters/trace.ts';

declare module 'fastify' {
  interface FastifyRequest {
    trace: Trace | undefined;
  }
}

/** Makes each request a step of the trace that its `traceparent` names, says so in the answer and in the log. */
export function followTraces(fastify: FastifyInstance): void {
  fastify.decorateRequest('trace', undefined);
  fastify.addHook('onRequest', (request, reply, done) => {
    const trace = traceFrom(request.headers['traceparent']);
    request.trace = trace;
    request.log = request.log.child({ reqId: request.id, traceId: trace.traceId });
    // Parts of a page are many and belong to no trace of their own.
    if (!request.url.startsWith('/assets/')) reply.header('traceparent', traceparentOf(trace));
    inTrace(trace, done);
  });
  // Reading a body loses the step: its bytes come from the socket's own.
  fastify.addHook('preHandler', (request, _reply, done) => {
    if (request.trace) inTrace(request.trace, done);
    else done();
  });
}
