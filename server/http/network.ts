import { isIP, isIPv6 } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Log } from '#server/adapters/log.ts';

const IPV4_IN_IPV6 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * Returns the network whose tries are counted: an IPv4 address, or an IPv6 /64, the smallest that one customer gets.
 */
export function networkOf(address: string): string {
  const mapped = IPV4_IN_IPV6.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array<string>(Math.max(missing, 0)).fill('0'), ...right];
  const prefix = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${prefix.join(':')}::/64`;
}

const IPV4_WITH_PORT = /^(\d+\.\d+\.\d+\.\d+):\d+$/;
const IPV6_IN_BRACKETS = /^\[([^\]]+)\](?::\d+)?$/;

/**
 * Reads the client's address also from trusted proxies that add its port to it. With its port each connection would be
 * a network of its own, without limits. If a proxy names something else than an address, its own address counts.
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
        // What stands before it may be the client's own invention.
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

const FORWARDING_HEADERS = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/** Returns true if a proxy's headers say that it forwards for somebody else. */
export function isForwarded(request: FastifyRequest): boolean {
  return FORWARDING_HEADERS.some((name) => request.headers[name] !== undefined);
}

const LOCAL_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

/**
 * Returns true if a program on this machine makes the request itself, for nobody else. The check of the host name stops
 * DNS rebinding.
 */
export function isFromThisMachine(request: FastifyRequest): boolean {
  const isLocal = isLoopback(request.socket.remoteAddress) && LOCAL_HOST.test(request.headers.host ?? '');
  return isLocal && !isForwarded(request);
}

/** Returns true if the other end of a socket is this machine. */
export function isLoopback(address: string | undefined): boolean {
  if (address === undefined) return false;
  const plain = IPV4_IN_IPV6.exec(address)?.[1] ?? address;
  return plain === '::1' || plain.startsWith('127.');
}
