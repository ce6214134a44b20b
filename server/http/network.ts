import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Log } from '#server/adapters/log.ts';

/** Returns the network whose attempts count: an IPv4 address, or an IPv6 /64, the smallest that a customer gets. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const groups = parsed.parts.slice(0, 4).map((group) => group.toString(16));
  return `${groups.join(':')}::/64`;
}

const IPV4_WITH_PORT = /^(\d+\.\d+\.\d+\.\d+):\d+$/;
const IPV6_IN_BRACKETS = /^\[([^\]]+)\](?::\d+)?$/;

/**
 * Reads the client's address also from trusted proxies that add its port to it. With the port, each connection would count
 * as a separate network, without limits. If a proxy sends something other than an address, its own address counts.
 */
export function readForwardedPorts(fastify: FastifyInstance, log: Log): void {
  let isWarned = false;
  fastify.addHook('onRequest', (request, _reply, done) => {
    const { headers, socket } = request.raw;
    const forwarded = headers['x-forwarded-for'];
    if (isIP(request.ip) === 0 && typeof forwarded === 'string' && socket.remoteAddress !== undefined) {
      const addresses = forwarded.split(',').map((address) => withoutPort(address.trim()));
      headers['x-forwarded-for'] = addresses.join(', ');
      if (isIP(request.ip) === 0) {
        // The addresses before it may be the client's own invention.
        const unknown = addresses.findLastIndex((address) => isIP(address) === 0);
        headers['x-forwarded-for'] = addresses.slice(unknown + 1).join(', ');
        if (!isWarned)
          log.warn(
            'A proxy of TRUST_PROXY sends no address in X-Forwarded-For: all its visitors share limits.',
          );
        isWarned = true;
      }
    }
    done();
  });
}

function withoutPort(address: string): string {
  return IPV4_WITH_PORT.exec(address)?.[1] ?? IPV6_IN_BRACKETS.exec(address)?.[1] ?? address;
}

/** Headers that proxies add: whose request it is, and who passed it on. */
const FORWARDING_HEADER =
  /forwarded|^(via|cdn-loop)$|(client|connecting|real|remote|true)-?(ip|addr)|^(cf|fastly|fly|x-(amzn|arr|azure|envoy))-/;

/**
 * Returns true if a request shows that a proxy passes it on for somebody else: by its headers, or by HTTP/1.0, which a
 * proxy without settings speaks and neither browsers nor Prometheus do.
 */
export function isForwarded({ headers, raw }: Pick<FastifyRequest, 'headers' | 'raw'>): boolean {
  return raw.httpVersion === '1.0' || Object.keys(headers).some((name) => FORWARDING_HEADER.test(name));
}

const LOCAL_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

/** Returns true if a program on this machine sends the request for itself. Checking the host stops DNS rebinding. */
export function isFromThisMachine(request: FastifyRequest): boolean {
  const isLocal = isLoopback(request.socket.remoteAddress) && LOCAL_HOST.test(request.headers.host ?? '');
  return isLocal && !isForwarded(request);
}

/** Returns true if the other end of a socket is this machine. */
export function isLoopback(address: string | undefined): boolean {
  return rangeOf(address) === 'loopback';
}

/** Returns true for addresses of this machine and of private networks. */
export function isNearby(address: string | undefined): boolean {
  return ['loopback', 'private', 'uniqueLocal'].includes(rangeOf(address));
}

function rangeOf(address = ''): string {
  return ipaddr.isValid(address) ? ipaddr.process(address).range() : 'unknown';
}
