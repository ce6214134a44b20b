import { existsSync, lstatSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { unprivilegedUser } from '../unprivileged-user.ts';
import { SandboxError, type Finished, type RunOptions } from './finish.ts';
import { runApart } from './spawner.ts';

/** A program and its arguments, with paths as seen inside the sandbox. */
export type Command = readonly [program: string, ...args: string[]];

export interface Limits {
  /** Writable memory of each process. */
  readonly memoryBytes: number;
  /** Addresses, for a program that reserves far more than it uses. */
  readonly addressBytes?: number;
  readonly cpuSeconds: number;
  readonly fileBytes: number;
}

interface SandboxOptions {
  /** The working folder, and the only folder that the program can write to. */
  readonly folder: string;
  readonly limits: Limits;
  /** Files and folders that the program sees, at the same paths, besides `/usr`. */
  readonly readable?: readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
}

/**
 * The path at which a program sees its working folder. No installation is at this path, so it hides nothing that has to
 * be visible.
 */
const INSIDE = '/conversion';
const PROCESSES_MAX = 2048;
/** Applicants wait for a save, but not for a document. */
const LOW_PRIORITY = ['nice', '-n', '10'];
const TMP_BYTES = 134_217_728;
const BIN_FOLDERS = ['/usr/bin', '/bin', '/usr/local/bin'];
const PATH_INSIDE = '/usr/bin:/usr/local/bin:/bin';

/** Returns the path of a system program, or `undefined` when it is not installed. */
export function findProgram(name: string): string | undefined {
  return BIN_FOLDERS.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/**
 * Runs programs on files from strangers. With bubblewrap they have no network, see only `/usr` and the given
 * folder, run unprivileged, and have limits on memory, time and file size.
 */
export interface Sandbox {
  /** True if programs run in bubblewrap. Otherwise only an unprivileged user and the limits protect us. */
  readonly isIsolated: boolean;
  /** Returns the folder's path as the program sees it. */
  pathInside(folder: string): string;
  /** @throws {SandboxError} when the program's end is unrelated to the file */
  run(command: Command, options: SandboxOptions & RunOptions): Promise<Finished>;
}

export function makeSandbox({ isIsolated }: { readonly isIsolated: boolean }): Sandbox {
  const user = unprivilegedUser('converter');
  const startOf = (command: Command, { folder, limits, readable = [], variables }: SandboxOptions) => {
    const [program = '', ...args] = [
      ...LOW_PRIORITY,
      ...limited(limits),
      ...(isIsolated ? isolated(folder, readable) : []),
      ...command,
    ];
    const env = { ...(isIsolated ? environment(INSIDE, '/tmp') : environment(folder, folder)), ...variables };
    return { program, args, options: { cwd: folder, env, ...user } };
  };
  return {
    isIsolated,
    pathInside: (folder) => (isIsolated ? INSIDE : folder),
    run: (command, options) => runApart(startOf(command, options), options),
  };
}

/** Returns true if bubblewrap is installed and the kernel lets it work. */
export async function canIsolate(folder: string): Promise<boolean> {
  if (findProgram('bwrap') === undefined || findProgram('prlimit') === undefined) return false;
  const limits = { memoryBytes: 1 << 29, cpuSeconds: 2, fileBytes: 1 << 20 };
  try {
    const { code } = await makeSandbox({ isIsolated: true }).run(['/usr/bin/true'], { folder, limits });
    return code === 0;
  } catch (error) {
    if (error instanceof SandboxError) return false;
    throw error;
  }
}

function limited({ memoryBytes, addressBytes = memoryBytes, cpuSeconds, fileBytes }: Limits): string[] {
  const prlimit = findProgram('prlimit');
  if (prlimit === undefined) return [];
  return [
    prlimit,
    `--data=${memoryBytes}`,
    `--as=${addressBytes}`,
    // At the first limit a program may still report it; at the second it is killed.
    `--cpu=${cpuSeconds}:${cpuSeconds + 2}`,
    `--fsize=${fileBytes}`,
    '--core=0',
    '--nofile=512',
    // Far more than any of the programs needs, far less than a fork bomb uses.
    `--nproc=${PROCESSES_MAX}`,
    '--',
  ];
}

function isolated(folder: string, readable: readonly string[]): string[] {
  return [
    findProgram('bwrap') ?? 'bwrap',
    '--unshare-user',
    '--unshare-all',
    '--die-with-parent',
    '--new-session',
    '--disable-userns',
    ...['--cap-drop', 'ALL'],
    ...['--hostname', 'sandbox'],
    ...['--ro-bind', '/usr', '/usr'],
    ...['/bin', '/sbin', '/lib', '/lib64'].flatMap(likeOutside),
    ...['/etc/fonts', '/etc/libreoffice', '/etc/ld.so.cache', '/var/cache/fontconfig'].flatMap((path) => [
      '--ro-bind-try',
      path,
      path,
    ]),
    ...['--proc', '/proc'],
    ...['--dev', '/dev'],
    ...['--size', String(TMP_BYTES), '--tmpfs', '/tmp'],
    // After /tmp, which would hide an installation in it.
    ...readable.filter(isBesideUsr).flatMap((path) => ['--ro-bind', path, path]),
    ...['--bind', folder, INSIDE],
    ...['--chdir', INSIDE],
    '--',
  ];
}

/** `/lib` and the like are links into `/usr` on most systems, and folders on some. Repeats what this system has. */
function likeOutside(path: string): string[] {
  if (!existsSync(path)) return [];
  if (lstatSync(path).isSymbolicLink()) return ['--symlink', readlinkSync(path), path];
  return ['--ro-bind', path, path];
}

/** `/usr` is there already, and nothing can be put into it. */
function isBesideUsr(path: string): boolean {
  return !path.startsWith('/usr/');
}

/** @param temporary where programs put temporary files; deleted together with the file that they worked on */
function environment(home: string, temporary: string): Record<string, string> {
  return { PATH: PATH_INSIDE, HOME: home, TMPDIR: temporary, LANG: 'C.UTF-8', SAL_USE_VCLPLUGIN: 'svp' };
}
