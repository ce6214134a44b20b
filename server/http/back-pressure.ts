import type { FastifyInstance } from 'fastify';
import { BusyError } from '#server/domain/errors.ts';

/** More at once would only wait, and fill the memory while waiting. */
const IN_FLIGHT_MAX = 2000;

/** Asks callers to come again in a moment rather than letting everybody wait; who asks how we are always hears it. */
export function refuseWhenBusy(fastify: FastifyInstance, most = IN_FLIGHT_MAX): void {
  let inFlight = 0;
  fastify.addHook('onRequest', async (request, reply) => {
    inFlight += 1;
    // Also when the caller hangs up before the answer.
    reply.raw.once('close', () => {
      inFlight -= 1;
    });
    if (inFlight > most && !['/healthz', '/readyz', '/metrics'].includes(request.routeOptions.url ?? ''))
      throw new BusyError();
  });
}
