import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, lstatSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { unprivilegedUser } from '../unprivileged-user.ts';

/** A program and its arguments, with paths as seen inside the sandbox. */
export type Command = readonly [program: string, ...args: string[]];

export interface Limits {
  /** Of writable memory, for each process. */
  readonly memoryBytes: number;
  /** Of addresses, where a program reserves far more than it uses. */
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

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly isTimeout: boolean;
}

/**
 * The sandbox could not start, for example because the system has no room for another process. Not the file's fault.
 */
export class SandboxError extends Error {
  override readonly name = 'SandboxError';
}

/** Messages of bubblewrap, prlimit and the shell in that case. */
const NOT_STARTED = /^(bwrap|prlimit): |Cannot fork|fork: .*unavailable/m;

/** Where a program sees its working folder. No installation is there, which could have to be shown, too. */
const INSIDE = '/conversion';
const PROCESSES_MAX = 2048;
const OUTPUT_MAX_CHARS = 1_000_000;
const PROBE_DEADLINE_MS = 5000;
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
  start(command: Command, options: SandboxOptions): ChildProcess;
  /** @throws {SandboxError} */
  run(command: Command, options: SandboxOptions & RunOptions): Promise<Finished>;
}

interface RunOptions {
  readonly deadlineMs: number;
  readonly signal?: AbortSignal | undefined;
}

export function makeSandbox({ isIsolated }: { readonly isIsolated: boolean }): Sandbox {
  const user = unprivilegedUser('converter');
  const start = (command: Command, { folder, limits, readable = [], variables }: SandboxOptions) => {
    const [program = '', ...args] = [
      ...limited(limits),
      ...(isIsolated ? isolated(folder, readable) : []),
      ...command,
    ];
    return spawn(program, args, {
      cwd: folder,
      // A process group of its own, so that one signal ends all its processes.
      detached: true,
      env: { ...environment(isIsolated ? INSIDE : folder), ...variables },
      ...user,
    });
  };
  return {
    isIsolated,
    pathInside: (folder) => (isIsolated ? INSIDE : folder),
    start,
    run: (command, options) => finish(start(command, options), options),
  };
}

/** Kills a program and everything that it started. */
export function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has already ended.
  }
}

/** Returns true if bubblewrap is installed and the kernel lets it work. */
export async function canIsolate(folder: string): Promise<boolean> {
  if (findProgram('bwrap') === undefined || findProgram('prlimit') === undefined) return false;
  const limits = { memoryBytes: 1 << 29, cpuSeconds: 2, fileBytes: 1 << 20 };
  try {
    const { code } = await makeSandbox({ isIsolated: true }).run(['/usr/bin/true'], {
      folder,
      limits,
      deadlineMs: PROBE_DEADLINE_MS,
    });
    return code === 0;
  } catch (error) {
    if (error instanceof SandboxError) return false;
    throw error;
  }
}

function finish(child: ChildProcess, { deadlineMs, signal }: RunOptions): Promise<Finished> {
  return new Promise((resolve, reject) => {
    let isTimeout = false;
    const output = { stdout: '', stderr: '' };
    const stop = () => {
      isTimeout = true;
      killGroup(child);
    };
    const timer = setTimeout(stop, deadlineMs);
    signal?.addEventListener('abort', stop);
    if (signal?.aborted) stop();
    for (const name of ['stdout', 'stderr'] as const) {
      child[name]?.setEncoding('utf8').on('data', (text: string) => {
        output[name] += text;
        if (output[name].length > OUTPUT_MAX_CHARS) killGroup(child);
      });
    }
    const end = (settle: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      // Also end processes that the program may have left running.
      killGroup(child);
      settle();
    };
    child.once('error', (cause) =>
      end(() => reject(new SandboxError('The sandbox could not be started.', { cause }))),
    );
    child.once('close', (code) =>
      end(() => {
        if (code !== 0 && NOT_STARTED.test(output.stderr)) reject(new SandboxError(output.stderr.trim()));
        else resolve({ code, ...output, isTimeout });
      }),
    );
    child.stdin?.on('error', () => undefined).end();
  });
}

function limited({ memoryBytes, addressBytes = memoryBytes, cpuSeconds, fileBytes }: Limits): string[] {
  const prlimit = findProgram('prlimit');
  if (prlimit === undefined) return [];
  return [
    prlimit,
    `--data=${memoryBytes}`,
    `--as=${addressBytes}`,
    `--cpu=${cpuSeconds}`,
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

/**
 * `/lib` and similar paths are links into `/usr` on most systems, and folders on some. Repeats what this system has.
 */
function likeOutside(path: string): string[] {
  if (!existsSync(path)) return [];
  if (lstatSync(path).isSymbolicLink()) return ['--symlink', readlinkSync(path), path];
  return ['--ro-bind', path, path];
}

/** `/usr` is there already, and nothing can be put into it. */
function isBesideUsr(path: string): boolean {
  return !path.startsWith('/usr/');
}

function environment(home: string): Record<string, string> {
  return { PATH: PATH_INSIDE, HOME: home, TMPDIR: '/tmp', LANG: 'C.UTF-8', SAL_USE_VCLPLUGIN: 'svp' };
}
