import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { rememberLastRelease } from './last-release.mjs';

const repository = process.cwd();
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'releases-'));
  process.chdir(folder);
});

afterEach(() => {
  process.chdir(repository);
  rmSync(folder, { recursive: true });
});

/** What a build does: empties both folders and fills them anew. */
function release(...assets: string[]): string[] {
  const keep = rememberLastRelease();
  for (const name of ['dist', 'build']) rmSync(name, { recursive: true, force: true });
  mkdirSync('dist/assets', { recursive: true });
  for (const name of assets) writeFileSync(`dist/assets/${name}`, name);
  keep();
  return readdirSync('dist/assets').toSorted();
}

test('a release keeps the assets of the one before it, not those of the one before that', () => {
  expect(release('a-1.js', 'b-1.js')).toEqual(['a-1.js', 'b-1.js']);
  expect(release('a-2.js', 'b-1.js')).toEqual(['a-1.js', 'a-2.js', 'b-1.js']);
  expect(release('a-3.js', 'b-1.js')).toEqual(['a-2.js', 'a-3.js', 'b-1.js']);
});

test('the same release built twice loses nothing', () => {
  release('a-1.js');
  release('a-2.js');
  expect(release('a-2.js')).toEqual(['a-1.js', 'a-2.js']);
});
