import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { afterAll } from 'vitest';

export interface RegisteredAddress {
  readonly method: string;
  readonly url: string;
  readonly config: RouteOptions['config'];
}

/**
 * Returns a list to which every server adds the addresses that it registers. Fastify announces every server that is
 * made, so call this before one is.
 */
export function registeredAddresses(): readonly RegisteredAddress[] {
  const addresses: RegisteredAddress[] = [];
  const begun = 'fastify.initialization';
  const noteRoutes = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', ({ method, url, config }) => {
      for (const each of [method].flat()) addresses.push({ method: each, url, config });
    });
  };
  subscribe(begun, noteRoutes);
  afterAll(() => void unsubscribe(begun, noteRoutes));
  return addresses;
}
