import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, type TestContext } from 'vitest';

/** Makes a folder on a small disk. Skips the test where none may be mounted. */
export function smallDisk({ skip }: TestContext): { readonly folder: string; fill(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'admissions-disk-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], { stdio: 'pipe' });
  } catch {
    skip('A full disk: only root may mount a small one.');
  }
  // Runs before the removal above, because the callbacks run last to first.
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder]));
  return {
    folder,
    fill() {
      try {
        for (let index = 0; ; index += 1) writeFileSync(join(folder, `ballast-${index}`), Buffer.alloc(4096));
      } catch {
        // The disk is full.
      }
    },
  };
}
