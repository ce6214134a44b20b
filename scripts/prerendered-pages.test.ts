import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const DIST = new URL('../dist/', import.meta.url);
/** A class with rules of its own, whatever is around it. */
const CLASS = /(?<=^|[\s,{}])\.([a-z][a-z0-9-]*)(?=\s*[,{])/g;

const classesIn = (css: string) => new Set([...css.matchAll(CLASS)].flatMap(([, name]) => name ?? []));
const everStyled = classesIn(
  globSync('src/**/*.css')
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n'),
);

const PAGES = ['about', 'education', 'final-steps', 'signup', 'confirm', 'login', 'forgot'];

test.each([...PAGES, 'index'])('the page of %s runs under a policy that allows only script files', (name) => {
  const html = readFileSync(new URL(`${name}.html`, DIST), 'utf8');
  expect(html.match(/<script\b/g)?.length).toBeGreaterThan(1);
  expect(html).not.toMatch(/<script(?![^>]* src=)/);
  expect(html).not.toMatch(/<[^>]* on[a-z]+=/);
});

// Parts that load later bring their own styles. Rules that need what only a script adds come after the page.
test.each(PAGES)('the page of %s carries the styles of all that stands in it', (name) => {
  const html = readFileSync(new URL(`${name}.html`, DIST), 'utf8');
  const styles = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? '';
  const markup = html.slice(html.indexOf('<body'));
  const used = new Set(
    [...markup.matchAll(/ class="([^"]*)"/g)].flatMap(([, classes]) => classes?.split(' ') ?? []),
  );
  expect(used.size).toBeGreaterThan(10);
  const carried = classesIn(styles);
  expect([...used].filter((found) => everStyled.has(found) && !carried.has(found))).toEqual([]);
});
