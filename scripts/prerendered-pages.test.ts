import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const DIST = new URL('../dist/', import.meta.url);
const PAGES = ['about', 'education', 'final-steps', 'signup', 'confirm', 'login', 'forgot'];

test.each([...PAGES, 'index'])('the page of %s runs under a policy that allows only script files', (name) => {
  const html = readFileSync(new URL(`${name}.html`, DIST), 'utf8');
  expect(html.match(/<script\b/g)?.length).toBeGreaterThan(1);
  expect(html).not.toMatch(/<script(?![^>]* src=)/);
  expect(html).not.toMatch(/<[^>]* on[a-z]+=/);
});
