import { expect, test } from 'vitest';
import { slowLines } from './slow-tests.node.ts';

test('names what is slow without a tag, the slowest first', () => {
  const tests = [
    { title: 'waits', tags: [], ms: 2100 },
    { title: 'is quick', tags: [], ms: 2000 },
    { title: 'prints', tags: [], ms: 3400 },
    { title: 'kills servers', tags: ['slow'], ms: 90_000 },
  ];
  expect(slowLines(tests, 2000)).toEqual([
    'Over 2 s without the tag slow:',
    '  3.4 s  prints',
    '  2.1 s  waits',
  ]);
  expect(slowLines(tests, 4000)).toEqual([]);
});
