import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, type TestContext } from 'vitest';

/** A folder on a disk of its own, which is soon full. Skips the test where none may be mounted. */
export function smallDisk({ skip }: TestContext): { readonly folder: string; fill(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'admissions-disk-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], { stdio: 'pipe' });
  } catch {
    skip('A full disk: only root may mount a small one.');
  }
  // Called before the removal above: the last one comes first.
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder]));
  return {
    folder,
    fill() {
      try {
        for (let index = 0; ; index += 1) writeFileSync(join(folder, `ballast-${index}`), Buffer.alloc(4096));
      } catch {
        // It is full.
      }
    },
  };
}
