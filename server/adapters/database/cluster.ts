import { execFile } from 'node:child_process';
import {
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { dataDirId, unusable } from '../data-dir.ts';
import { DatabaseDownError } from '../errors.ts';
import { isAlive } from '../is-alive.ts';
import { nobody, unprivilegedUser, type UnprivilegedUser } from '../unprivileged-user.ts';
import type { Binaries } from './binaries.ts';
import { give, makeOwned } from './owner.ts';

const PG_MAJOR = '18';
/** The kernel allows 107 bytes for the path. The socket's own name needs 16 of them. */
const SOCKET_DIR_MAX_BYTES = 107 - '/.s.PGSQL.5432'.length - 2;

/** The place of a private PostgreSQL. */
export interface Cluster {
  readonly directory: string;
  readonly socketDir: string;
  readonly user: UnprivilegedUser | undefined;
  /**
   * Data and socket folder as passed to PostgreSQL, which starts inside of the first. If it has a user of its own, it
   * reaches them from its working directory: no path leads that user through the data folder, or a closed home.
   */
  readonly dataArgument: string;
  readonly socketArgument: string;
}

const clusterOf = (dataDir: string) => join(dataDir, 'database', 'cluster');

/** Decides where the cluster of this data folder is, and makes its parent folder. */
export function locateCluster(dataDir: string): Cluster {
  const user = unprivilegedUser('database');
  const directory = clusterOf(dataDir);
  const home = dirname(directory);
  makeOwned(home, user);
  const wanted = join(home, 'socket');
  const isUsable = Buffer.byteLength(wanted) <= SOCKET_DIR_MAX_BYTES;
  const socketDir = isUsable ? wanted : `/tmp/admissions-${dataDirId(dataDir)}`;
  makeOwned(socketDir, user);
  return {
    directory,
    socketDir,
    user,
    dataArgument: user ? '/proc/self/cwd' : '.',
    socketArgument: user && isUsable ? '../socket' : socketDir,
  };
}

/**
 * Returns true if this data folder has a private database. Makes nothing.
 *
 * @throws {StartError} when this user may not look into the folder
 */
export function hasCluster(dataDir: string): boolean {
  try {
    return statSync(clusterOf(dataDir), { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    throw unusable(dataDir, error);
  }
}

/** Makes a missing cluster. If a start is killed halfway, the next start does not mistake the rest for a cluster. */
export async function ensureCluster(cluster: Cluster, binaries: Binaries): Promise<void> {
  const { directory, user } = cluster;
  removeUnfinished(directory);
  if (existsSync(directory)) {
    const major = readFileSync(join(directory, 'PG_VERSION'), 'utf8').trim();
    if (major === PG_MAJOR) return;
    throw new DatabaseDownError(
      `The database in ${directory} was made by PostgreSQL ${major}, and this release has ${PG_MAJOR}: see docs/upgrade.md.`,
    );
  }
  const unfinished = `${directory}.new-${process.pid}`;
  // `initdb` looks up the name of its user.
  makeOwned(unfinished, nobody());
  const settings = ['-U', 'admissions', '--auth=trust', '-E', 'UTF8', '--locale=C', '--no-instructions'];
  try {
    await promisify(execFile)(
      binaries.initdb,
      ['-D', cluster.dataArgument, ...settings, '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
      { ...nobody(), cwd: unfinished, env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' } },
    );
  } catch (error) {
    const said =
      error instanceof Error && 'stderr' in error ? String(error.stderr).trim().split('\n').at(-1) : '';
    const advice = said?.includes('user does not exist') ? ' A user without a name needs DATABASE_URL.' : '';
    throw new DatabaseDownError(
      `The private database could not be made in ${directory}: ${said || String(error)}.${advice}`,
    );
  }
  if (user) give(unfinished, user);
  try {
    renameSync(unfinished, directory);
  } catch (error) {
    if (!existsSync(directory)) throw error;
    rmSync(unfinished, { recursive: true }); // Another start was faster. Its cluster is just as good.
  }
}

/**
 * Removes the pid file of a PostgreSQL that has certainly ended. After a crash another process may have its id, and
 * PostgreSQL would then refuse to start forever.
 */
export function removeStalePidFile({ directory }: Cluster): void {
  const path = join(directory, 'postmaster.pid');
  const pid = existsSync(path) ? Number(readFileSync(path, 'utf8').split('\n', 1)[0]) : Number.NaN;
  if (Number.isNaN(pid) || process.platform !== 'linux') return;
  try {
    if (readlinkSync(`/proc/${pid}/cwd`) === realpathSync(directory)) return;
  } catch (error) {
    const isGone = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!isGone) return;
  }
  rmSync(path, { force: true });
}

/** Removes a socket folder in /tmp. */
export function removeSocketDir({ directory, socketDir }: Cluster): void {
  if (!socketDir.startsWith(join(directory, '..'))) rmSync(socketDir, { recursive: true, force: true });
}

/** Returns the process id of the PostgreSQL that serves this cluster, or `undefined`. */
export function runningPid({ directory }: Cluster): number | undefined {
  try {
    const pid = Number(readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
    process.kill(pid, 0);
    return pid;
  } catch {
    return undefined;
  }
}

function removeUnfinished(directory: string): void {
  const parent = join(directory, '..');
  for (const name of readdirSync(parent)) {
    const pid = Number(/^cluster\.new-(\d+)$/.exec(name)?.[1] ?? Number.NaN);
    // A folder with our own process id is from an earlier process: we have made none yet.
    const isOurs = pid === process.pid;
    if (Number.isNaN(pid) || (!isOurs && isAlive(pid))) continue;
    try {
      rmSync(join(parent, name), { recursive: true, force: true, maxRetries: 3, retryDelay: 100 });
    } catch (error) {
      // The `initdb` of a killed start may still run and write here. A later start removes this.
      if (isOurs) throw error;
    }
  }
}
