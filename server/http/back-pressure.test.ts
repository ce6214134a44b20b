import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { BusyError, InvalidError, TooManyRequestsError } from '#server/domain/ground/errors.ts';
import { makeMetrics } from '#server/adapters/metrics.ts';
import { portOf, RawClient } from '#server/testing/raw-client.ts';
import { limitRequests } from './back-pressure.ts';
import { handleFailures } from './failures.ts';
import type { Page } from './pages.ts';

test('requests beyond the limit are asked to try again, and the next one is served', async () => {
  const fastify = Fastify();
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  limitRequests(fastify, { most: 2, mostOpen: 100, share: 100 });
  handleFailures(fastify, makeMetrics());
  fastify.get('/slow', async () => {
    await finished;
    return {};
  });
  fastify.get('/healthz', { config: { page: { isForOperators: true } as Page } }, async () => ({}));

  const served = [fastify.inject('/slow'), fastify.inject('/slow')];
  for (const request of served) void request.then(() => undefined);
  const refused = await fastify.inject('/slow');
  expect(refused.statusCode).toBe(503);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await fastify.inject('/healthz')).statusCode).toBe(200);
  finish();
  expect((await Promise.all(served)).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect((await fastify.inject('/slow')).statusCode).toBe(200);
  await fastify.close();
});

test('while more than half of the places are taken, one network has a share, and so has an account', async () => {
  const fastify = Fastify();
  onTestFinished(() => fastify.close());
  const waiting: (() => void)[] = [];
  limitRequests(fastify, { most: 8, mostOpen: 100, share: 2 });
  handleFailures(fastify, makeMetrics());
  fastify.decorateRequest('account', undefined);
  fastify.addHook('onRequest', async (request) => {
    const { account } = request.headers;
    if (typeof account === 'string') request.account = { id: account, username: '' };
  });
  fastify.post('/slow', () => new Promise((resolve) => waiting.push(() => resolve({}))));
  const answers: Promise<number>[] = [];
  /** Resolves with `served` once a request has a place, or with its refusal. */
  const ask = async (remoteAddress: string, account?: string) => {
    const before = waiting.length;
    const headers = { ...(account !== undefined && { account }) };
    const request = { method: 'POST', url: '/slow', remoteAddress, headers, payload: {} } as const;
    const status = fastify.inject(request).then(({ statusCode }) => statusCode);
    answers.push(status);
    const isWaiting = expect.poll(() => waiting.length).toBe(before + 1);
    return Promise.race([status, isWaiting.then(() => 'served')]);
  };
  const [campus, home] = ['192.0.2.1', '192.0.2.2'];
  for (const { from, account, is } of [
    { from: campus, is: 'served' },
    { from: campus, is: 'served' },
    { from: campus, is: 'served' },
    { from: campus, is: 'served' },
    // Half of the places are taken.
    { from: campus, is: 503 },
    { from: home, is: 'served' },
    { from: campus, account: 'Ada', is: 'served' },
    { from: campus, account: 'Ada', is: 'served' },
    { from: home, account: 'Ada', is: 503 },
    { from: campus, account: 'Bob', is: 'served' },
    // All of the places are taken.
    { from: campus, account: 'Eve', is: 503 },
  ])
    expect(await ask(from, account)).toBe(is);
  for (const finish of waiting) finish();
  expect((await Promise.all(answers)).filter((status) => status === 200)).toHaveLength(8);
  waiting.length = 0;
  expect(await ask(campus)).toBe('served');
  waiting[0]?.();
});

test.each([
  { error: new TooManyRequestsError(1), by: 'nobody', waits: true },
  { error: new TooManyRequestsError(1), by: 'Ada', waits: true },
  { error: new InvalidError({}), by: 'nobody', waits: true },
  { error: new InvalidError({}), by: 'Ada', waits: false },
  { error: new BusyError(), by: 'nobody', waits: false },
  { error: new BusyError(), by: 'Ada', waits: true },
])('$error.name by $by is answered later: $waits, and takes no place', async ({ error, by, waits }) => {
  const fastify = Fastify();
  onTestFinished(() => fastify.close());
  limitRequests(fastify, { most: 1, mostOpen: 100, share: 100 });
  handleFailures(fastify, makeMetrics(), { refusalDelayMs: 60_000 });
  fastify.decorateRequest('account', undefined);
  fastify.get('/refused', async (request) => {
    if (by !== 'nobody') request.account = { id: by, username: '' };
    throw error;
  });
  fastify.get('/fast', async () => ({}));
  let isAnswered = false;
  void fastify.inject('/refused').then(() => (isAnswered = true));
  await expect.poll(async () => (await fastify.inject('/fast')).statusCode).toBe(200);
  expect(isAnswered).toBe(!waits);
});

test('bodies that are awaited take no place, also if a handler reads them itself', async () => {
  const fastify = Fastify();
  onTestFinished(() => fastify.close());
  limitRequests(fastify, { most: 1, mostOpen: 100, share: 100 });
  handleFailures(fastify, makeMetrics());
  fastify.addContentTypeParser('application/x-read-later', (_request, _payload, done) => done(null));
  fastify.post('/slow', async ({ raw }) => ({ bytes: (await buffer(raw)).length }));
  fastify.get('/fast', async () => ({}));
  const port = await portOf(fastify);
  const late = ['application/json', 'application/x-read-later'].map((type) =>
    new RawClient(port).send('POST', '/slow', { 'content-type': type, 'content-length': '5' }),
  );
  expect(await new RawClient(port).send('GET', '/fast').status()).toBe(200);
  for (const client of late) client.socket.end('later');
  expect(await Promise.all(late.map((client) => client.status()))).toEqual([400, 200]);
  expect(await new RawClient(port).send('GET', '/fast').status()).toBe(200);
});

test('bodies that have arrived are not cut off while their requests wait for something else', async () => {
  const fastify = Fastify();
  onTestFinished(() => fastify.close());
  limitRequests(fastify, { most: 100, mostOpen: 1, share: 100 });
  const waiting: (() => void)[] = [];
  // As for the look-up of a session, before the body is read.
  fastify.addHook('onRequest', () => new Promise<void>((resolve) => waiting.push(resolve)));
  fastify.post('/save', async () => ({}));
  const port = await portOf(fastify);
  const whole = { 'content-type': 'application/json', 'content-length': '2' };
  const clients: RawClient[] = [];
  for (let count = 0; count < 3; count += 1) {
    const client = new RawClient(port);
    await once(client.socket, 'connect');
    // The head and the body in one piece.
    client.socket.cork();
    client.send('POST', '/save', whole).socket.write('{}');
    client.socket.uncork();
    await once(fastify.server, 'request');
    clients.push(client);
  }
  for (const client of clients) {
    waiting.shift()?.();
    expect(await client.status()).toBe(200);
  }
});

test('an answer that nobody reads takes no place', async () => {
  const fastify = Fastify();
  onTestFinished(() => fastify.close());
  limitRequests(fastify, { most: 1, mostOpen: 1, share: 100 });
  handleFailures(fastify, makeMetrics());
  fastify.get('/large', async () => Buffer.alloc(50_000_000));
  fastify.get('/fast', async () => ({}));
  const port = await portOf(fastify);
  const readers = [new RawClient(port), new RawClient(port)];
  for (const reader of readers) {
    reader.socket.pause();
    const sent = once(fastify.server, 'request');
    reader.send('GET', '/large');
    await sent;
  }
  expect(await new RawClient(port).send('GET', '/fast').status()).toBe(200);
  // One network may have one answer unread, so the older one was cut short.
  readers[0]?.socket.resume();
  await readers[0]?.closed;
  expect(readers[0]?.received.length).toBeLessThan(50_000_000);
});
