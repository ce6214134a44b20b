import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, type TestContext } from 'vitest';

interface SmallDisk {
  readonly folder: string;
  /** @param roomBytes how much stays free; nothing if absent */
  fill(roomBytes?: number): void;
  /** Deletes what `fill` has put there. */
  empty(): void;
}

/** Makes a folder on a small disk. Skips the test if this user may not mount one. */
export function smallDisk({ skip }: TestContext): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'admissions-disk-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder], { stdio: 'pipe' });
  } catch {
    skip('A full disk: only root may mount a small one.');
  }
  // Runs before the removal above, because the callbacks run last to first.
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder]));
  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill(roomBytes = 0) {
      const { bavail, bsize } = statfsSync(folder);
      writeFileSync(ballast, Buffer.alloc(bavail * bsize - roomBytes));
    },
    empty: () => rmSync(ballast),
  };
}
