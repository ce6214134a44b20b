import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';

// Deleted with the folder for another university: not every name is as distinctive as this one.
test('no code outside this folder names the university', () => {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  })
    .trim()
    .split('\n')
    .filter((path) => !/^(src\/tenant|docs)\/|^README\.md$/.test(path))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true);
  expect(files).toContain('src/partner.ts');
  expect(files.filter((path) => /alderbrook/i.test(readFileSync(path, 'utf8')))).toEqual([]);
});
