import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { reachableCopy } from './reachable-copy.ts';
import { unprivilegedUser } from './unprivileged-user.ts';

const user = unprivilegedUser('converter');

test.runIf(user)('another user can run the copy of a program that is closed to them', () => {
  const closed = mkdtempSync(join(tmpdir(), 'admissions-closed-'));
  onTestFinished(() => rmSync(closed, { recursive: true }));
  mkdirSync(join(closed, 'bin'), { mode: 0o700 });
  const program = join(closed, 'bin/program');
  writeFileSync(program, '#!/bin/sh\ncat "$1"\n', { mode: 0o700 });
  writeFileSync(join(closed, 'words'), 'Hello', { mode: 0o600 });
  const run = (path: string, words: string) =>
    execFileSync(path, [words], { ...user, cwd: '/', encoding: 'utf8', stdio: 'pipe' });
  expect(() => run(program, join(closed, 'words'))).toThrow('EACCES');

  const sources = { bin: join(closed, 'bin'), 'deep/words': join(closed, 'words') };
  const copy = reachableCopy(`test-${process.pid}`, sources);
  onTestFinished(() => rmSync(copy, { recursive: true }));

  expect(run(join(copy, 'bin/program'), join(copy, 'deep/words'))).toBe('Hello');
  expect(reachableCopy(`test-${process.pid}`, sources)).toBe(copy);
});
