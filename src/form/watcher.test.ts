import { expect, test } from 'vitest';
import { equals } from './condition.ts';
import { keysToClear, type Watcher } from './watcher.ts';

const watcher: Watcher = {
  cases: [
    { when: equals('country', 'USA'), keys: ['state', 'zip'] },
    { when: equals('country', 'CAN'), keys: ['state'] },
    { when: equals('country', 'USA'), keys: ['address_line_2'] },
  ],
};

test('a watcher never clears the keys that it keeps', () => {
  expect(keysToClear({ ...watcher, keep: ['zip'] }, { country: 'FRA' })).toEqual(['state', 'address_line_2']);
});

test.each([
  { title: 'the first true condition keeps its keys', country: 'USA', cleared: [] },
  {
    title: 'false conditions lose theirs, shared ones apart',
    country: 'CAN',
    cleared: ['zip', 'address_line_2'],
  },
  {
    title: 'where none is true, all go',
    country: 'FRA',
    cleared: ['state', 'zip', 'address_line_2'],
  },
])('$title', ({ country, cleared }) => {
  expect(keysToClear(watcher, { country })).toEqual(cleared);
});
