import { expect, test } from 'vitest';
import { NetworkError, ServerError, UnauthorizedError } from './errors.ts';
import { retried } from './retried.ts';

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
