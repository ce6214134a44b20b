import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Log } from '#server/adapters/log.ts';
import { isForwarded, isLoopback, isNearby } from './network.ts';

/** Warns once when a proxy seems to be in front of a server that trusts none. */
export function warnOfUnknownProxy(fastify: FastifyInstance, log: Log): void {
  let isWarned = false;
  fastify.addHook('onRequest', (request, _reply, done) => {
    const sign = isWarned ? undefined : signOfProxy(request);
    if (sign !== undefined) {
      isWarned = true;
      log.warn(
        `TRUST_PROXY is off, but ${sign}. If a proxy is in front, all its visitors share the limits of one network: put its address into TRUST_PROXY.`,
      );
    }
    done();
  });
}

function signOfProxy(request: FastifyRequest): string | undefined {
  if (isForwarded(request)) return 'a request has the signs of a proxy that forwards it';
  const { remoteAddress } = request.socket;
  const isPrivate = isNearby(remoteAddress) && !isLoopback(remoteAddress);
  // Operators' own programs mostly send requests from a private network.
  const isOperator = request.routeOptions.config.page?.isForOperators === true;
  return isPrivate && !isOperator ? 'a request comes from a private network' : undefined;
}
