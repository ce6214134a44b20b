import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { calledAtStart } from './first-visit.ts';

const DIST = new URL('../dist/', import.meta.url);
const page = readFileSync(new URL('about.html', DIST), 'utf8');

const scriptOf = (name: string) => {
  const [, file = ''] = new RegExp(`/(assets/${name}-[^"]+\\.js)"`).exec(page) ?? [];
  return readFileSync(new URL(file, DIST), 'utf8');
};

test.each(calledAtStart)('the script %s begins with the line that makes V8 compile it ahead', (name) => {
  expect(scriptOf(name).split('\n', 1)).toEqual(['//# allFunctionsCalledOnLoad']);
});
