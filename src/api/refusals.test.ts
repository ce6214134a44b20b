import { describe, expect, test } from 'vitest';
import { NetworkError, ServerError } from './errors.ts';
import { NotJsonError } from './fetch-json.ts';
import {
  isAlreadySubmitted,
  isBusy,
  isCutOff,
  isDeadLink,
  isFinal,
  isGone,
  isLasting,
  isOutOfReach,
} from './refusals.ts';

const judgments = {
  isFinal,
  isAlreadySubmitted,
  isLasting,
  isGone,
  isDeadLink,
  isBusy,
  isOutOfReach,
  isCutOff,
};

function judged(error: unknown): readonly string[] {
  return Object.entries(judgments).flatMap(([name, holds]) => (holds(error) ? [name] : []));
}

describe('what a refusal of our server means', () => {
  test.each([
    [400, ['isFinal']],
    [401, ['isDeadLink']],
    [403, ['isFinal', 'isDeadLink']],
    [404, ['isFinal', 'isGone', 'isDeadLink']],
    [408, []],
    [409, ['isFinal', 'isAlreadySubmitted', 'isLasting']],
    [413, ['isFinal', 'isLasting']],
    [422, ['isFinal', 'isLasting']],
    [425, []],
    [429, ['isBusy', 'isOutOfReach']],
    [500, ['isOutOfReach']],
    [503, ['isBusy', 'isOutOfReach']],
  ])('%i: %j', (status, meanings) => {
    expect(judged(new ServerError(status, 'no'))).toEqual(meanings);
  });

  test.each([200, 401, 404, 409, 422, 503])('%i from a proxy says nothing about the call', (status) => {
    const error = new ServerError(status, 'no', {}, undefined, false);
    expect(judged(error)).toEqual(['isBusy', 'isOutOfReach']);
  });

  test.each([new NotJsonError(200), new ServerError(511, 'no', {}, undefined, false)])(
    'a portal ($status) keeps everything from our server',
    (error) => {
      expect(judged(error)).toEqual(['isBusy', 'isOutOfReach', 'isCutOff']);
    },
  );

  test('without a response, there is no server to ask', () => {
    expect(judged(new NetworkError('lost'))).toEqual(['isOutOfReach', 'isCutOff']);
    expect(judged(new Error('a mistake of our own'))).toEqual([]);
  });
});
