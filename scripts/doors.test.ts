import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const sources = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', 'src', 'sw', 'server'],
  {
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.') && !path.includes('/testing/'));

/** What the linter has no rule for. */
test.each([
  { what: 'the clock', pattern: /new Date\(\)/, doors: ['src/device/clock.ts', 'server/adapters/clock.ts'] },
  {
    what: 'localStorage and sessionStorage',
    pattern: /\b(window|globalThis|self)\.(local|session)Storage\b/,
    doors: [],
  },
  {
    what: 'the network of the client',
    pattern: /\b(window|globalThis)\.fetch\b|sendBeacon/,
    doors: ['src/api/request.ts', 'src/api/upload.ts'],
  },
])('nobody touches $what but its door', ({ pattern, doors }) => {
  const touching = sources.filter((path) => pattern.test(readFileSync(path, 'utf8')));
  expect(touching.filter((path) => !doors.some((door) => door === path))).toEqual([]);
});
