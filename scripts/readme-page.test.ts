import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { BASELINE } from './baseline.ts';

const read = (path: string) => readFileSync(resolve(import.meta.dirname, '..', path), 'utf8');
const readme = read('README.md');

const figures = [...readme.matchAll(/^\| (.+?) +\|(.+)\| \[(docs\/[\w-]+\.md)\]/gm)].map(
  ([, figure = '', row = '', page = '']) => ({ figure, page, numbers: row.match(/\d+(?:[.,]\d+)*/g) ?? [] }),
);

test('the page has figures', () => {
  expect(figures.length).toBeGreaterThan(3);
});

test.each(figures)('“$figure” is as $page has it', ({ page, numbers }) => {
  const known = new Set(read(page).match(/\d+(?:[.,]\d+)*/g));
  expect(numbers.filter((number) => !known.has(number))).toEqual([]);
});

const oldest = `Chromium ${BASELINE.chrome}, Firefox ${BASELINE.firefox} and Safari ${BASELINE.safari}`;

test.each(['README.md', 'docs/specification.md'])('%s names the oldest browsers', (page) => {
  expect(read(page)).toContain(oldest);
});

test('the engines are those of docs/offline.md', () => {
  const engines = readme.replace(oldest, '').match(/(?:Chromium|Firefox|WebKitGTK) \d+[\d.]*/g) ?? [];
  expect(engines).toHaveLength(3);
  const tried = read('docs/offline.md');
  expect(engines.filter((engine) => !tried.includes(`| ${engine} `))).toEqual([]);
});
