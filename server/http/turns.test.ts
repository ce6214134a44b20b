import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { RawClient } from '#server/testing/raw-client.ts';
import { Turns } from './turns.ts';

const clients: RawClient[] = [];
afterEach(() => clients.splice(0).forEach(({ socket }) => socket.destroy()));

/** Returns a function that makes an answer that somebody has begun to read. */
async function answers(): Promise<() => Promise<ServerResponse>> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  return async () => {
    const requested = once(server, 'request');
    clients.push(new RawClient((server.address() as AddressInfo).port).send('GET', '/'));
    const [, answer]: ServerResponse[] = await requested;
    if (answer === undefined) throw new Error('No answer.');
    answer.write('begun');
    return answer;
  };
}

const SHORT_MS = 20;
const LONG_MS = 60_000;

test('the second download of an account waits for the first, and another account’s does not', async () => {
  const [turns, next] = [new Turns(LONG_MS), await answers()];
  const first = await next();
  await turns.take('ada', first);
  await turns.take('grace', await next());
  const second = turns.take('ada', await next());
  first.end();
  await second;
});

test('a third one is told to try again', async () => {
  const [turns, next] = [new Turns(LONG_MS), await answers()];
  const [first, second] = [await next(), await next()];
  await turns.take('ada', first);
  const waiting = turns.take('ada', second);
  await expect(turns.take('ada', await next())).rejects.toMatchObject({
    retryAfterSeconds: 60,
    message: expect.stringContaining('being downloaded already'),
  });
  first.destroy();
  await waiting;
});

test('leaving while waiting makes room for another, and keeps no turn', async () => {
  const [turns, next] = [new Turns(LONG_MS), await answers()];
  const [first, second] = [await next(), await next()];
  await turns.take('ada', first);
  const left = turns.take('ada', second);
  second.destroy();
  await left;
  const third = turns.take('ada', await next());
  first.end();
  await third;
});

test('a download that makes progress is not ended for another', async () => {
  const [turns, next] = [new Turns(SHORT_MS), await answers()];
  const first = await next();
  await turns.take('ada', first);
  const second = turns.take('ada', await next());
  first.write('more');
  await expect(second).rejects.toMatchObject({ retryAfterSeconds: 1 });
  expect(first.destroyed).toBe(false);
});

test('a download that is stuck is ended', async () => {
  const [turns, next] = [new Turns(SHORT_MS), await answers()];
  const first = await next();
  await turns.take('ada', first);
  await turns.take('ada', await next());
  expect(first.destroyed).toBe(true);
});
