import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const DIST = new URL('../dist/', import.meta.url);
const CLASS = /\.([a-z][a-z0-9-]*)/g;

const classesIn = (css: string) => new Set([...css.matchAll(CLASS)].flatMap(([, name]) => name ?? []));
const everStyled = classesIn(
  globSync('src/**/*.css')
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n'),
);

// Parts that load later bring their own styles.
test.each(['about', 'education', 'final-steps', 'signup', 'confirm', 'login', 'forgot'])(
  'the page of %s carries the styles of all that stands in it',
  (name) => {
    const html = readFileSync(new URL(`${name}.html`, DIST), 'utf8');
    const styles = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? '';
    const markup = html.slice(html.indexOf('<body'));
    const used = new Set(
      [...markup.matchAll(/ class="([^"]*)"/g)].flatMap(([, classes]) => classes?.split(' ') ?? []),
    );
    expect(used.size).toBeGreaterThan(10);
    const carried = classesIn(styles);
    expect([...used].filter((found) => everStyled.has(found) && !carried.has(found))).toEqual([]);
  },
);
