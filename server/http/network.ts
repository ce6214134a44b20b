import { isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';

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

const FORWARDING_HEADERS = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/** Returns true if a proxy's headers say that it forwards for somebody else. */
export function isForwarded(request: FastifyRequest): boolean {
  return FORWARDING_HEADERS.some((name) => request.headers[name] !== undefined);
}

/** Returns true if the other end of a socket is this machine. */
export function isLoopback(address: string | undefined): boolean {
  if (address === undefined) return false;
  const plain = IPV4_IN_IPV6.exec(address)?.[1] ?? address;
  return plain === '::1' || plain.startsWith('127.');
}
