import { existsSync, globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const page = readFileSync(resolve(root, 'docs/security.md'), 'utf8');
const [, table = ''] = /^## Promises\n\n((?:\|.*\n)+)/m.exec(page) ?? [];
const promises = table
  .trim()
  .split('\n')
  .slice(2)
  .map((line) => {
    const [, promise = '', , tests = ''] = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
    return { promise, tests: [...tests.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name) };
  });

/** Tests of the server are named from its folder. */
const isThere = (name: string) =>
  [root, resolve(root, 'server')].some((folder) =>
    name.includes('*') ? globSync(name, { cwd: folder }).length > 0 : existsSync(resolve(folder, name)),
  );

test('the page has its promises in a table', () => {
  expect(promises.length).toBeGreaterThan(20);
});

test.each(promises)('"$promise" names tests that are there', ({ tests }) => {
  expect(tests).not.toEqual([]);
  expect(tests.filter((name) => !isThere(name))).toEqual([]);
});
