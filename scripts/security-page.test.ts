import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const page = readFileSync(resolve(root, 'docs/security.md'), 'utf8').replaceAll(/\n +/g, ' ');
const [, section = ''] = /^## Promises\n(.*?)^## /ms.exec(page) ?? [];

interface NamedTest {
  readonly file: string;
  readonly titles: readonly string[];
}

/** A file in backquotes, and titles of its tests in quotation marks. */
const TEST = /`([^`]+\.(?:test|spec)\.tsx?)`((?:(?: and)? “[^”]+”)*)/g;

function testsIn(text: string): readonly NamedTest[] {
  return [...text.matchAll(TEST)].map(([, file = '', quoted = '']) => ({
    file,
    titles: [...quoted.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title),
  }));
}

/** Tests of the server are named from its folder. */
const pathOf = (file: string) =>
  [root, resolve(root, 'server')].map((folder) => resolve(folder, file)).find((path) => existsSync(path));

const promises = [...section.matchAll(/^- \*\*(.+?)\.\*\* (.+)$/gm)].map(([, promise = '', text = '']) => ({
  promise,
  tests: testsIn(text),
}));

test('the page has a list of promises', () => {
  expect(promises.length).toBeGreaterThan(40);
});

test.each(promises)('“$promise” names a test', ({ tests }) => {
  expect(tests).not.toEqual([]);
});

test.each(testsIn(page))('$file is there, with the tests that are named', ({ file, titles }) => {
  const path = pathOf(file);
  expect(path, file).toBeDefined();
  const text = path === undefined ? '' : readFileSync(path, 'utf8');
  expect(titles.filter((title) => !text.includes(title))).toEqual([]);
});
