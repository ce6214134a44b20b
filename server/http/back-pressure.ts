import type { FastifyInstance } from 'fastify';
import { BusyError } from '#server/domain/errors.ts';

/** More requests at once would only wait and use memory. */
const IN_FLIGHT_MAX = 2000;

/**
 * Refuses requests beyond the limit and asks the callers to retry, so that not everybody waits. Health checks always
 * pass.
 */
export function refuseWhenBusy(fastify: FastifyInstance, most = IN_FLIGHT_MAX): void {
  let inFlight = 0;
  fastify.addHook('onRequest', async (request, reply) => {
    inFlight += 1;
    // Also runs when the caller disconnects before the answer.
    reply.raw.once('close', () => {
      inFlight -= 1;
    });
    if (inFlight > most && !['/healthz', '/readyz', '/metrics'].includes(request.routeOptions.url ?? ''))
      throw new BusyError();
  });
}
