import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { precachedFiles } from '#testing/first-visit-files.node.ts';

const PART = /import\(`\.\/([^`]+)`\)(?:\.then\(\w+=>[\w.]+\))?,__vite__mapDeps\(\[([\d,]+)\]\)/g;
const STATIC = /\b(?:from|import)\s*["`]\.\/([^"`]+)["`]/g;

const sourceOf = (file: string) => readFileSync(new URL(`../dist/${file}`, import.meta.url), 'utf8');
const bare = sourceOf('index.html');
const nameOf = (file: string) => file.replace(/-[\w-]{6}\.js$/, '');

/** What a file needs to run, itself included, but for the files that every page begins with. */
function neededBy(file: string, needed = new Set<string>()): ReadonlySet<string> {
  if (bare.includes(file) || needed.has(file)) return needed;
  needed.add(file);
  for (const [, name] of sourceOf(file).matchAll(STATIC)) neededBy(`assets/${name}`, needed);
  return needed;
}

const files = precachedFiles().flatMap(({ name }) => (/^assets\/(?!start-).*\.js$/.test(name) ? name : []));
const parts = files.flatMap((from) => {
  const source = sourceOf(from);
  const listed: readonly string[] = JSON.parse(/\bm\.f=(\[[^\]]*\])/.exec(source)?.[1] ?? '[]');
  return [...source.matchAll(PART)].map(([, name = '', numbers = '']) => {
    const part = `assets/${name}`;
    const waitsFor = numbers.split(',').map((number) => listed[Number(number)]);
    return { from, part, waitsFor, name: nameOf(name), by: nameOf(from) };
  });
});

test('whatever is imported at run time is a part with a list of its files', () => {
  const imports = files.flatMap((file) => sourceOf(file).match(/\bimport\(/g) ?? []);
  expect(parts).toHaveLength(imports.length);
});

// Most browsers of 2026 remember a module that failed to load, and with it all that import it, until the page closes.
test.each(parts)('$by imports $name once all files that it needs have loaded', ({ from, part, waitsFor }) => {
  expect([...waitsFor, ...neededBy(from)]).toEqual(expect.arrayContaining([...neededBy(part)]));
});
