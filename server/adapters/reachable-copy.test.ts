import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { reachableCopy, removeCopies } from './reachable-copy.ts';
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
  const copy = reachableCopy('test', String(process.pid), sources);
  onTestFinished(() => rmSync(copy, { recursive: true }));

  expect(run(join(copy, 'bin/program'), join(copy, 'deep/words'))).toBe('Hello');
  expect(reachableCopy('test', String(process.pid), sources)).toBe(copy);
});

/** A copy as a process of this number has left it; without a number, as an earlier release left it. */
function leftCopy(kind: string, version: string, usedBy?: number): string {
  const copy = reachableCopy(kind, version, { program: '/bin/sleep' });
  rmSync(join(copy, 'used-by'), { recursive: true });
  if (usedBy !== undefined) {
    mkdirSync(join(copy, 'used-by'));
    writeFileSync(join(copy, 'used-by', String(usedBy)), '');
  }
  return copy;
}

describe.runIf(user)('a newer copy', () => {
  const kind = `test-${process.pid}`;
  afterEach(() => {
    for (const copy of globSync(`/var/lib/graduate-admissions-${kind}-*`)) rmSync(copy, { recursive: true });
  });

  test.each([
    { whose: 'a process that has ended', usedBy: endedProcess(), isKept: false },
    { whose: 'a process that runs', usedBy: process.pid, isKept: true },
    { whose: 'an earlier release', usedBy: undefined, isKept: true },
  ])('replaces that of $whose: kept $isKept', ({ usedBy, isKept }) => {
    const old = leftCopy(kind, '1', usedBy);
    const fresh = reachableCopy(kind, '2', { program: '/bin/sleep' });
    expect([existsSync(old), existsSync(fresh)]).toEqual([isKept, true]);
  });

  test('leaves alone what another process is copying at this moment', () => {
    const begun = `/var/lib/graduate-admissions-${kind}-1.${process.pid}`;
    mkdirSync(join(begun, 'used-by'), { recursive: true });
    reachableCopy(kind, '2', { program: '/bin/sleep' });
    expect(existsSync(begun)).toBe(true);
  });

  test('is removed on request once nobody uses it, and so is that of an earlier release', () => {
    const [old, used] = [leftCopy(kind, '1'), leftCopy(kind, '2', process.pid)];
    const running = leftCopy(kind, '3');
    const program = spawn(join(running, 'program'), ['60']);
    onTestFinished(() => void program.kill());
    expect(removeCopies(kind)).toEqual([old]);
    expect([old, used, running].map((copy) => existsSync(copy))).toEqual([false, true, true]);
  });
});

function endedProcess(): number {
  return spawnSync('true').pid;
}
