import type { FastifyInstance } from 'fastify';
import { inTrace, traceFrom, traceparentOf, type Trace } from '#server/adapters/trace.ts';

declare module 'fastify' {
  interface FastifyRequest {
    trace: Trace | undefined;
  }
}

/** Makes each request a step of the trace in its `traceparent`. Adds the step to the answer's headers and the log. */
export function followTraces(fastify: FastifyInstance): void {
  fastify.decorateRequest('trace', undefined);
  fastify.addHook('onRequest', (request, reply, done) => {
    const trace = traceFrom(request.headers['traceparent']);
    request.trace = trace;
    request.log = request.log.child({ reqId: request.id, traceId: trace.traceId });
    // Assets are many, and traces do not need them.
    if (!request.url.startsWith('/assets/')) reply.header('traceparent', traceparentOf(trace));
    inTrace(trace, done);
  });
  // Reading a body loses the trace context, because its bytes arrive in the socket's context. So enter the step
  // again.
  fastify.addHook('preHandler', (request, _reply, done) => {
    if (request.trace) inTrace(request.trace, done);
    else done();
  });
}
