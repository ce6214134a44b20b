import Fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { silentLog } from '#server/testing/silent-log.ts';
import { isLoopback, networkOf, readForwardedPorts } from './network.ts';

test.each([
  { address: '192.0.2.7', network: '192.0.2.7' },
  { address: '::ffff:192.0.2.7', network: '192.0.2.7' },
  { address: '2001:db8:1:2:3:4:5:6', network: '2001:db8:1:2::/64' },
  { address: '2001:0db8:0001:0002::ffff', network: '2001:db8:1:2::/64' },
  { address: '2001:db8::1', network: '2001:db8:0:0::/64' },
  { address: '::1', network: '0:0:0:0::/64' },
  { address: 'fe80::1%eth0', network: 'fe80:0:0:0::/64' },
])('$address counts as $network', ({ address, network }) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  ['127.0.0.1', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['192.0.2.1', false],
  ['128.0.0.1', false],
  [undefined, false],
])('%s is this machine: %s', (address, expected) => {
  expect(isLoopback(address)).toBe(expected);
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['192.0.2.7:1000', '192.0.2.7'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['2001:db8::1', '2001:db8::1'],
  ['198.51.100.1, 192.0.2.7:1000', '192.0.2.7'],
  ['192.0.2.7:1000, 10.0.0.2:443', '192.0.2.7'],
  ['invented, 192.0.2.7:1000', '192.0.2.7'],
  ['unknown', '10.0.0.1'],
  ['198.51.100.1, unknown', '10.0.0.1'],
  ['198.51.100.1, _hidden, 10.0.0.2', '10.0.0.2'],
  ['', '10.0.0.1'],
])('behind a trusted proxy that forwards for "%s" the client is %s', async (forwarded, client) => {
  const fastify = Fastify({ trustProxy: ['10.0.0.0/8'] });
  readForwardedPorts(fastify, silentLog);
  fastify.get('/', (request) => ({ ip: request.ip }));
  const headers = { 'x-forwarded-for': forwarded };
  expect((await fastify.inject({ url: '/', headers, remoteAddress: '10.0.0.1' })).json()).toEqual({
    ip: client,
  });
  expect((await fastify.inject({ url: '/', headers, remoteAddress: '192.0.2.9' })).json()).toEqual({
    ip: '192.0.2.9',
  });
});

test('the log warns once of a proxy that sends no addresses, and never of headers that strangers send', async () => {
  const warn = vi.fn<() => void>();
  const fastify = Fastify({ trustProxy: ['10.0.0.0/8'] });
  readForwardedPorts(fastify, { ...silentLog, warn });
  fastify.get('/', () => ({}));
  const visit = (forwarded: string, remoteAddress: string) =>
    fastify.inject({ url: '/', headers: { 'x-forwarded-for': forwarded }, remoteAddress });
  await visit('unknown', '192.0.2.9');
  await visit('unknown, 192.0.2.7:1000', '10.0.0.1');
  expect(warn).not.toHaveBeenCalled();
  await visit('unknown', '10.0.0.1');
  await visit('unknown', '10.0.0.1');
  expect(warn).toHaveBeenCalledTimes(1);
});
