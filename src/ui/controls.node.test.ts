import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// The test that visits all pages trusts the marks that the library leaves (`e2e/access/library.spec.ts`). So no other
// code may write these marks, and each of our controls has to get its props from the library.
const CONTROL = /<(?:a|button|details|dialog|input|progress|select|summary|textarea)\b[^]*?(?<!=)>/g;
const FROM_LIBRARY = /\{\.\.\.(?:mergeProps\()?(?:button|field|input|link|tab)Props/;
/** A whole date from a password manager, and the account's name for one. Nobody reaches or operates these. */
const FOR_PROGRAMS = /aria-hidden="true"|\bhidden\b/;
const MARK = /data-rac|react-aria-pressable|(?<!(?:from|import) |import\()['"`]react-aria/;

const sources = globSync('src/**/*.{ts,tsx}')
  .filter((path) => !/testing|\.test\./.test(path))
  .map((path) => ({ path, code: readFileSync(path, 'utf8') }));

const controlsIn = (code: string) => (code.match(CONTROL) ?? []).filter((tag) => !FOR_PROGRAMS.test(tag));
const byHandIn = (code: string) => controlsIn(code).filter((tag) => !FROM_LIBRARY.test(tag));

test('every control takes its props from the library', () => {
  expect(sources.flatMap(({ code }) => controlsIn(code)).length).toBeGreaterThan(8);
  expect(sources.flatMap(({ path, code }) => byHandIn(code).map((tag) => `${path}: ${tag}`))).toEqual([]);
});

test('no room but this one writes a control', () => {
  const elsewhere = sources.filter(({ path }) => !path.startsWith('src/ui/'));
  expect(elsewhere.filter(({ code }) => controlsIn(code).length > 0).map(({ path }) => path)).toEqual([]);
});

test('nobody but the library writes its marks', () => {
  expect(sources.filter(({ code }) => MARK.test(code)).map(({ path }) => path)).toEqual([]);
});

test.each([
  '<button type="button" onClick={() => act()}>Save</button>',
  '<a\n  className="x"\n  href="/about">About</a>',
  '<input {...props} />',
  '<summary>More</summary>',
])('a control by hand is found: %s', (code) => {
  expect(byHandIn(code)).toHaveLength(1);
});

test.each(['<div data-rac="" />', "const id = 'react-aria-1';", '<i data-react-aria-pressable />'])(
  'a mark by hand is found: %s',
  (code) => {
    expect(MARK.test(code)).toBe(true);
  },
);
