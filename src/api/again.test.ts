import { expect, test } from 'vitest';
import { patient, retried } from './again.ts';
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
    waits: [1000, 1000],
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

const broken = new ServerError(500, 'It broke.');
const refused = new ServerError(422, 'No.');
const paused = new ServerError(503, 'Later.', {}, 1000);
const offline = new NetworkError('No answer came.');
const ended = new UnauthorizedError(401, 'Your session is invalid.');

test.each([
  { what: 'goes through', failures: [], tries: 1, thrown: undefined },
  { what: 'goes through the second time', failures: [broken], tries: 2, thrown: undefined },
  { what: 'goes through the third time', failures: [broken, refused], tries: 3, thrown: undefined },
  { what: 'is refused three times', failures: [broken, broken, refused, broken], tries: 3, thrown: refused },
  { what: 'reaches nobody', failures: [offline], tries: 1, thrown: offline },
  { what: 'is to wait', failures: [paused], tries: 1, thrown: paused },
  { what: 'comes from nobody', failures: [ended], tries: 1, thrown: ended },
])('a call that $what is made $tries times', async ({ failures, tries, thrown }) => {
  let made = 0;
  const outcome = await retried(2, async () => {
    const failure = failures[made];
    made += 1;
    if (failure !== undefined) throw failure;
  }).catch((error: unknown) => error);
  expect(outcome).toBe(thrown);
  expect(made).toBe(tries);
});
