import { expect, test } from 'vitest';
import { readUnder } from './read-under.ts';

test.each([
  { what: 'nothing waits', before: {}, after: {}, shown: { college: 2, job: 1 } },
  { what: 'one waits', before: { college: 3 }, after: { college: 3 }, shown: { college: 3, job: 1 } },
  {
    what: 'one is sent while the server is asked',
    before: { college: 3 },
    after: {},
    shown: { college: 3, job: 1 },
  },
  {
    what: 'one comes while the server is asked',
    before: {},
    after: { job: 4 },
    shown: { college: 2, job: 4 },
  },
  {
    what: 'one is followed by another',
    before: { college: 3 },
    after: { college: 4 },
    shown: { college: 4, job: 1 },
  },
])('$what', async ({ before, after, shown }) => {
  let waiting: Readonly<Record<string, number>> = before;
  const read = async () => {
    waiting = after;
    return { college: 2, job: 1 };
  };
  expect(await readUnder(() => waiting, read)).toEqual(shown);
});
