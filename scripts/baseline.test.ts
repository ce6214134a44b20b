import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { testEach } from '#testing/test-each.ts';
import { missingInScript, missingInStyles } from './newer-than-baseline.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const DIST = path.join(ROOT, 'dist');

/** What may be named although one of the oldest browsers lacks it, and why. */
const ALLOWED: Readonly<Record<string, string>> = {
  'AbortSignal.any': 'asked for before it is called (src/device/ending.ts)',
  'AbortSignal.timeout': 'added where it is missing (src/app/missing-calls.ts)',
  CloseWatcher: 'asked for before it is used: without it, Back leaves the page',
  OffscreenCanvas: 'asked for before it is used: without it, the page draws',
  'Error.captureStackTrace': 'zod and pdf-lib ask for it before they call it',
  '.checkVisibility()': 'react-aria asks for it before it calls it',
  '.hidePopover()': 'called where there are popovers',
  '.startViewTransition()': 'React calls it for a component that is not used here',
  '.use()': 'a function of React',
  '.supports()': 'of a list of tokens, which has it',
  '.respondWith()': 'of the event of a request, which has it',
  '.escape()': 'of CSS and of RegExp: CSS has it',
  '.take()': 'a function of our own',
  '.flush()': 'a function of our own',
  '.sync()': 'a function of our own',
  reportError: 'a function of our own',
  '.install()': 'a function of our own',
  '.union()': 'a function of zod',
  '.when()': 'a function of zod',
  '.maximize()': 'a function of react-aria',
  '.copyTo()': 'a function of pdf-lib',
  '.initialize()': 'a function of pdf-lib',
  '.getSize()': 'a function of pdf-lib',
  '.getName()': 'a function of pdf-lib',
};

/** The files of the newest build. Those of the previous release stay beside them. */
function builtFiles(): readonly string[] {
  const worker = readFileSync(path.join(DIST, 'sw.js'), 'utf8');
  const cached = [...worker.matchAll(/"url":\s*"([^"]+\.(?:js|css))"/g)].map(([, name = '']) => name);
  return [...cached, 'sw.js', ...globSync('*.html', { cwd: DIST })].map((name) => path.join(DIST, name));
}

function sourceFiles(): readonly string[] {
  const isOurs = (file: string) => !/\.test\.|\.node\.|testing\//.test(file);
  return globSync('{src,sw}/**/*.{js,ts,tsx,css}', { cwd: ROOT })
    .filter(isOurs)
    .map((file) => path.join(ROOT, file));
}

function missingIn(file: string): readonly string[] {
  const text = readFileSync(file, 'utf8');
  if (file.endsWith('.css')) return [...missingInStyles(text)];
  if (!file.endsWith('.html')) return [...missingInScript(file, text)];
  return [...text.matchAll(/<style[^>]*>([^<]*)/g)].flatMap(([, css = '']) => [...missingInStyles(css)]);
}

testEach([
  { what: 'sources', files: sourceFiles() },
  { what: 'built files, packages included,', files: builtFiles() },
])('the $what use nothing that the oldest browsers lack', { short: 1 }, ({ files }) => {
  expect(files.length).toBeGreaterThan(50);
  const found = files.flatMap((file) =>
    missingIn(file)
      .filter((name) => !(name in ALLOWED))
      .map((name) => `${path.relative(ROOT, file)}: ${name}`),
  );
  expect(found).toEqual([]);
});

test('the built workers are plain scripts, as Firefox before 114 runs them', () => {
  const text = builtFiles()
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const workers = new Set(
    [...text.matchAll(/new Worker\((?:new URL\()?.(\/assets\/[^`'"]+)/g)].map(([, url = '']) => url),
  );
  expect(workers.size).toBe(2);
  for (const url of workers) {
    const code = readFileSync(path.join(DIST, url), 'utf8');
    expect(parseSync('worker.js', code, { sourceType: 'script' }).errors, url).toEqual([]);
  }
});

test.each([
  ['list.toSorted()', '.toSorted()'],
  ['list.findLast(isBlank)', '.findLast()'],
  ['URL.canParse(text)', 'URL.canParse'],
  ['AbortSignal.any([one, other])', 'AbortSignal.any'],
  ['Promise.withResolvers()', 'Promise.withResolvers'],
  ['Object.groupBy(list, kindOf)', 'Object.groupBy'],
  ['Object.hasOwn(one, name)', 'Object.hasOwn'],
  ['structuredClone(one)', 'structuredClone'],
  ['new OffscreenCanvas(1, 1)', 'OffscreenCanvas'],
  ["new Worker(file, { type: 'module' })", 'a worker of modules'],
  ['class One { static { start(); } }', 'StaticBlock'],
  ['/(?<=a)b/.test(text)', 'lookbehind_assertion'],
  ['/[\\p{L}--a]/v.test(text)', '/…/v'],
])('finds what the oldest browsers lack in %s', (code, name) => {
  expect([...missingInScript('one.js', code)]).toEqual([name]);
});

test.each(['list.at(-1)', 'text.replaceAll(one, other)', 'list.slice().sort()', '/(?=a)b/u.test(text)'])(
  'finds nothing in %s',
  (code) => expect([...missingInScript('one.js', code)]).toEqual([]),
);

test.each([
  ['@layer one { a { color: red } }', '@layer'],
  ['a { & b { color: red } }', 'nested & b'],
  ['a, b:has(c) { color: red }', 'a, b:has(c)'],
  ['a { height: 100dvh }', 'height: 100dvh'],
])('finds what the oldest browsers drop in %s', (css, name) => {
  expect([...missingInStyles(css)]).toEqual([name]);
});

test.each(['b:has(c) { color: red }', 'a:is(b, :popover-open) { color: red }', 'a { text-wrap: pretty }'])(
  'finds nothing in %s',
  (css) => expect([...missingInStyles(css)]).toEqual([]),
);
