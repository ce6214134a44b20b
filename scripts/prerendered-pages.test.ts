import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const DIST = new URL('../dist/', import.meta.url);
const PAGES = ['about', 'education', 'final-steps', 'signup', 'confirm', 'login', 'forgot'];

const sourceOf = (file: string) => readFileSync(new URL(file, DIST), 'utf8');

test.each([...PAGES, 'index'])('the page of %s runs under a policy that allows only script files', (name) => {
  const html = sourceOf(`${name}.html`);
  expect(html.match(/<script\b/g)?.length).toBeGreaterThan(1);
  expect(html).not.toMatch(/<script(?![^>]* src=)/);
  expect(html).not.toMatch(/<[^>]* on[a-z]+=/);
});

test.each(PAGES)('the page of %s requests each script that it begins with at once, and no other', (name) => {
  const links = sourceOf(`${name}.html`).matchAll(
    /<link rel="modulepreload"[^>]* href="\/assets\/([^"]+)">/g,
  );
  const preloaded = [...links].map(([, file = '']) => file);
  expect(preloaded.length).toBeGreaterThan(1);
  for (const file of preloaded) {
    const imported = [...sourceOf(`assets/${file}`).matchAll(/\bfrom\s*"\.\/([^"]+)"/g)];
    for (const [, other = ''] of imported) expect(preloaded).toContain(other);
  }
});

test.each(PAGES)('the page of %s is painted once its first text field is read', (name) => {
  const html = sourceOf(`${name}.html`);
  const [, awaited = ''] = /<link rel="expect" blocking="render" href="#([^"]+)">/.exec(html) ?? [];
  const at = html.indexOf(` id="${awaited}"`);
  expect(at).toBeGreaterThan(0);
  const hasField = /<input[^>]* type="(text|email)"/.test(html.slice(0, at));
  // Education begins with choices, and nothing follows the field of Forgot Password.
  const waitsForHeader = name === 'education' || name === 'forgot';
  expect({ hasField, awaited }).toEqual(
    waitsForHeader ? { hasField: false, awaited: 'main' } : { hasField: true, awaited },
  );
});

test.each(['about', 'education', 'final-steps'])(
  'the page of %s has the styles of its first section before it, and those of the others behind it',
  (name) => {
    const html = sourceOf(`${name}.html`);
    const styles = [...html.matchAll(/<style>([^<]+)<\/style>/g)];
    expect(styles).toHaveLength(2);
    const [first, rest] = styles.map(({ index }) => index);
    const sections = [...html.matchAll(/<section id=/g)].map(({ index }) => index);
    expect(first).toBeLessThan(sections[0] ?? 0);
    expect(rest).toBeGreaterThan(sections[0] ?? Infinity);
    expect(rest).toBeLessThan(sections[1] ?? 0);
  },
);
