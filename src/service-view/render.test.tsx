import { expect, test } from 'vitest';
import { documentOf } from './document-of.ts';
import { renderServiceView } from './render.tsx';

test('is one page that contains its styles and loads nothing', () => {
  const answer = { first_name: '</title><script>', last_name: '$& $1' };
  const view = { answer, add_another: {}, document_answer: {}, tabs: {} };
  const page = renderServiceView(documentOf(view, '2026-11-20'));
  expect(page).toMatch(/^<!doctype html><html lang="en"><head>/);
  expect(page).toContain('@media print');
  expect(page).toContain('default-src &#x27;none&#x27;');
  expect(page).toContain('<title>Application of &lt;/title&gt;&lt;script&gt; $&amp; $1, ');
  expect(page).not.toMatch(/<script|<link|url\(|@import/);
});
