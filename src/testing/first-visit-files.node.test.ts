import { expect, test } from 'vitest';
import { bytesOf, firstVisitFiles, precachedFiles } from './first-visit-files.node.ts';

const KB = 1024;
const NUM_NAMED = 4;
const inKb = (bytes: number) => `${(bytes / KB).toFixed(1)} KB`;
const sumOf = (files: readonly { readonly bytes: number }[]) =>
  files.reduce((sum, { bytes }) => sum + bytes, 0);

/** Compressed bytes: what a first visit loads until the form is at rest, and all that the worker fetches afterwards. */
test.each([
  {
    what: 'The scripts of a first visit',
    most: 130,
    files: firstVisitFiles().filter(({ name }) => name.endsWith('.js')),
  },
  {
    what: 'The styles of a first visit',
    most: 3,
    files: firstVisitFiles().filter(({ name }) => name.endsWith('.css')),
  },
  { what: 'The page', most: 14, files: [{ name: 'about.html', bytes: bytesOf('about.html') }] },
  { what: 'The precache', most: 600, files: precachedFiles() },
])('$what: at most $most KB', ({ what, most, files }) => {
  const largest = files.toSorted((one, other) => other.bytes - one.bytes).slice(0, NUM_NAMED);
  const named = largest.map(({ name, bytes }) => `${name} ${inKb(bytes)}`).join(', ');
  expect(files.length).toBeGreaterThan(0);
  expect(
    sumOf(files) / KB,
    `${what}: ${inKb(sumOf(files))} of ${most} KB. The largest: ${named}.`,
  ).toBeLessThanOrEqual(most);
});
