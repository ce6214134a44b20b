import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { makeMetrics } from '#server/adapters/metrics.ts';
import { portOf, RawClient } from '#server/testing/raw-client.ts';
import { refuseWhenBusy } from './back-pressure.ts';
import { handleFailures } from './failures.ts';

test('more requests than can be are asked to come again, and the next one is served', async () => {
  const fastify = Fastify();
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  refuseWhenBusy(fastify, { most: 2, mostOpen: 100 });
  handleFailures(fastify, makeMetrics());
  fastify.get('/slow', async () => {
    await finished;
    return {};
  });
  fastify.get('/healthz', async () => ({}));

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

test('bodies that are awaited take no place, also where a handler reads them itself', async () => {
  const fastify = Fastify();
  onTestFinished(() => fastify.close());
  refuseWhenBusy(fastify, { most: 1, mostOpen: 100 });
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
  refuseWhenBusy(fastify, { most: 100, mostOpen: 1 });
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
  refuseWhenBusy(fastify, { most: 1, mostOpen: 1 });
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
