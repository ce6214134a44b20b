import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { Metrics } from '#server/adapters/metrics.ts';
import { refuseWhenBusy } from './back-pressure.ts';
import { handleFailures } from './failures.ts';

test('more requests than can be are asked to come again, and the next one is served', async () => {
  const fastify = Fastify();
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  refuseWhenBusy(fastify, 2);
  handleFailures(fastify, new Metrics());
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
