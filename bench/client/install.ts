import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

const HERE = import.meta.dirname;

/** The peers are no part of the root's installation: they are fetched when first measured, or changed. */
export function installPeers(): void {
  const installed = join(HERE, 'node_modules/.package-lock.json');
  const isCurrent =
    existsSync(installed) && statSync(installed).mtimeMs >= statSync(join(HERE, 'package-lock.json')).mtimeMs;
  if (isCurrent) return;
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: HERE, stdio: 'inherit' });
}
