import type { FastifyRequest } from 'fastify';
import { isSameSecret } from '#server/adapters/secrets.ts';
import type { Env } from '#server/env.ts';
import { makeIsProxy } from './connections.ts';

/** The header in which the proxy proves that it has set the other one. */
const OFFICE_SECRET_HEADER = 'office-user-secret';
const NAME_MAX_CHARS = 100;

/**
 * Makes the function that returns the person whom the university's sign-in, in a proxy in front of us, names in a
 * request; `undefined` if it names nobody. Only a proxy of TRUST_PROXY that has the secret is believed: headers that
 * visitors send themselves are ignored.
 */
export function makeSignedIn({
  OFFICE_USER_HEADER: header,
  OFFICE_USER_SECRET: secret,
  TRUST_PROXY: proxies,
}: Pick<Env, 'OFFICE_USER_HEADER' | 'OFFICE_USER_SECRET' | 'TRUST_PROXY'>) {
  const isProxy = makeIsProxy(proxies);
  return ({ headers, socket }: Pick<FastifyRequest, 'headers' | 'socket'>): string | undefined => {
    if (header === undefined || secret === undefined || !isProxy(socket.remoteAddress ?? ''))
      return undefined;
    const [given, proof] = [headers[header], headers[OFFICE_SECRET_HEADER]];
    // If it is sent more than once, the values are joined, so the secret differs.
    if (typeof given !== 'string' || typeof proof !== 'string' || !isSameSecret(proof, secret))
      return undefined;
    // Node reads headers as Latin-1. Proxies send UTF-8.
    const name = Buffer.from(given, 'latin1').toString('utf8').trim();
    return name === '' || name.length > NAME_MAX_CHARS || /\p{Cc}|\uFFFD/u.test(name) ? undefined : name;
  };
}
