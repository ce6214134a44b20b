import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BusyError } from '#server/domain/ground/errors.ts';
import { announcesBody, endLate } from './connections.ts';
import { HeldOpen } from './held-open.ts';
import { networkOf } from './network.ts';

/** More requests at once would only wait and use memory. */
const IN_FLIGHT_MAX = 2000;
/** While a smaller share of these places is taken, one network may take any number: nobody else needs them. */
const MANY = 0.5;

interface BackPressureOptions {
  /** Requests that the server may work on at once. */
  readonly most?: number;
  /** How many requests of one network may wait for their bodies, and how many may send their answers. */
  readonly mostOpen: number;
  /** How many requests of one network, or of one account, the server works on while it is more than half full. */
  readonly share: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Ends the count of a request in its present stage: the server waits for its body, works on it, or sends its answer.
     * Missing where nothing is counted.
     */
    leaveStage?: () => void;
  }
}

const nothing = () => undefined;

/**
 * Refuses requests beyond the limit and asks the callers to retry, so that not everybody waits. A request counts from
 * the end of its body to the start of its answer, so slow senders and readers do not use up the limit. Health checks
 * always pass.
 */
export function limitRequests(
  fastify: FastifyInstance,
  { most = IN_FLIGHT_MAX, mostOpen, share }: BackPressureOptions,
): void {
  const bodies = new HeldOpen(mostOpen);
  const answers = new HeldOpen(mostOpen);
  const inFlightOf = new Map<string, number>();
  let inFlight = 0;

  const enter = () => {
    inFlight += 1;
    return () => {
      inFlight -= 1;
    };
  };
  const keepWithin = (limit: number, request: FastifyRequest) => {
    if (inFlight > limit && !isForOperators(request)) throw new BusyError();
  };

  fastify.decorateRequest('leaveStage', nothing);

  fastify.addHook('onRequest', async (request, reply) => {
    // Also runs when the caller disconnects before the answer.
    reply.raw.once('close', () => leaveStage(request));
    keepWithin(most - 1, request);
    if (!announcesBody(request.raw)) {
      request.leaveStage = enter();
      return;
    }
    const close = () => {
      // The body may have arrived. The server then reads it after it has found the session.
      if (!request.raw.complete) endLate(fastify.server, reply.raw);
    };
    const leaveBodies = bodies.hold(networkOf(request.ip), close);
    request.leaveStage = leaveBodies;
    request.raw.once('end', () => {
      // The server may have answered before the body arrived.
      if (request.leaveStage !== leaveBodies) return;
      leaveStage(request);
      request.leaveStage = enter();
    });
  });

  // At this stage all bodies that arrived in the same moment count, and the session is known. Each account has a share of
  // its own, so somebody who floods the server from a campus takes no place from people who are logged in there.
  fastify.addHook('preValidation', async (request) => {
    if (announcesBody(request.raw)) keepWithin(most, request);
    // The handler reads this body itself. Until then, the request takes no place.
    if (announcesBody(request.raw) && !request.raw.readableEnded) return;
    const holder = request.account?.id ?? networkOf(request.ip);
    const held = (inFlightOf.get(holder) ?? 0) + 1;
    const isBusy = inFlight > most * MANY && !isForOperators(request);
    if (isBusy && held > share) throw new BusyError();
    inFlightOf.set(holder, held);
    const { leaveStage = nothing } = request;
    request.leaveStage = () => {
      leaveStage();
      const left = (inFlightOf.get(holder) ?? 0) - 1;
      if (left > 0) inFlightOf.set(holder, left);
      else inFlightOf.delete(holder);
    };
  });

  fastify.addHook('onSend', async (request, reply) => {
    leaveStage(request);
    if (!reply.raw.destroyed)
      request.leaveStage = answers.hold(networkOf(request.ip), () => reply.raw.destroy());
  });
}

function isForOperators({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.page?.isForOperators === true;
}

/** Ends the count of a request in its present stage. */
export function leaveStage(request: FastifyRequest): void {
  const { leaveStage: leave = nothing } = request;
  request.leaveStage = nothing;
  leave();
}
