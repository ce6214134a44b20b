import { expect, test } from 'vitest';
import { madeTag } from './versions.ts';

test.each([
  // As the server makes them: a version, and the place of a document.
  ['"7"', '"7"'],
  ['"2147483647"', '"2147483647"'],
  ['"8f0c-1d/résumé.pdf"', '"8f0c-1d/résumé.pdf"'],
  // nginx, HAProxy and Varnish
  ['W/"7"', '"7"'],
  // Apache's mod_deflate and mod_brotli
  ['"7-gzip"', '"7"'],
  ['"7-br"', '"7"'],
  // Caddy
  ['"7-zstd"', '"7"'],
  // Jetty
  ['"7--gzip"', '"7"'],
  // One proxy behind another
  ['W/"7-gzip"', '"7"'],
  ['"7-br-gzip"', '"7"'],
  ['W/"7-DEFLATE"', '"7"'],
  ['  "7-gzip" ', '"7"'],
  // Nothing that a proxy has added
  ['"7-8"', '"7-8"'],
  ['"7-gzip-8"', '"7-gzip-8"'],
  ['"7gzip"', '"7gzip"'],
  ['"7-lzma"', '"7-lzma"'],
  // No tags
  ['7-gzip', '7-gzip'],
  ['"7', '"7'],
  ['*', '*'],
  ['', ''],
])('the tag %s was made as %s', (tag, made) => {
  expect(madeTag(tag)).toBe(made);
});
