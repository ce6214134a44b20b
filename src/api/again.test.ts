import { expect, test, vi } from 'vitest';
import { patient } from './again.ts';
import { NetworkError, ServerError, UnauthorizedError } from './errors.ts';

const busy = (retryAfterMs?: number, status = 503) => new ServerError(status, 'Later.', {}, retryAfterMs);

test.each([
  { title: 'one that answers', failures: [], waits: [], isAnswered: true },
  { title: 'one that asks for a pause', failures: [busy(3000)], waits: [3000], isAnswered: true },
  {
    title: 'one that asks for two pauses',
    failures: [busy(3000), busy(10_000, 429)],
    waits: [3000, 10_000],
    isAnswered: true,
  },
  {
    title: 'one that asks for three',
    failures: [busy(1000), busy(1000), busy(1000)],
    waits: [1000, 2000],
    isAnswered: false,
  },
  { title: 'one that asks for a long pause', failures: [busy(10_001)], waits: [], isAnswered: false },
  { title: 'one that names no time', failures: [busy()], waits: [], isAnswered: false },
  { title: 'one that is broken', failures: [busy(1000, 500)], waits: [], isAnswered: false },
  {
    title: 'one without a session',
    failures: [new UnauthorizedError(401, 'no')],
    waits: [],
    isAnswered: false,
  },
  { title: 'no network', failures: [new NetworkError('lost')], waits: [], isAnswered: false },
])('$title: waits $waits', async ({ failures, waits, isAnswered }) => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const [left, waited]: [Error[], number[]] = [[...failures], []];
  const hurried = {
    after(ms: number, callback: () => void) {
      waited.push(ms);
      callback();
      return () => undefined;
    },
  };
  const answer = patient(hurried, async () => {
    const failure = left.shift();
    if (failure !== undefined) throw failure;
    return 'here';
  });
  await (isAnswered ? expect(answer).resolves.toBe('here') : expect(answer).rejects.toBe(failures.at(-1)));
  expect(waited).toEqual(waits);
});
