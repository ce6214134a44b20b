import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import type { Writable } from 'node:stream';
import type { Cluster } from './cluster.ts';

/**
 * A shell between us and PostgreSQL. It stops PostgreSQL cleanly when our end of the pipe closes, however we
 * died. It has its own session, so that Ctrl-C in a terminal reaches only us, and requests in flight can still use
 * the database.
 */
const KEEPER = `
exec 3<&0
"$@" </dev/null 3<&- &
postgres=$!
{ while read -r signal; do kill -"$signal" "$postgres"; done; kill -INT "$postgres"; } <&3 &
keeper=$!
exec 3<&-
wait "$postgres"
code=$?
kill "$keeper" 2>/dev/null
exit "$code"
`;

const LOG_MAX_BYTES = 1_000_000;

/** The log never contains values of statements: they are applicants' answers. */
const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  shared_buffers: '48MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '512MB',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  huge_pages: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  cluster_name: 'admissions',
};

export interface PostgresProcess {
  readonly hasExited: boolean;
  /** Resolves once PostgreSQL has ended. */
  readonly exited: Promise<void>;
  /** `fast` ends all sessions, `smart` waits for them, `immediate` makes the next start recover (nothing is lost). */
  stop(mode: 'fast' | 'smart' | 'immediate'): void;
}

interface PostgresOptions {
  readonly binary: string;
  readonly cluster: Cluster;
  readonly logFile: string;
  readonly maxConnections: number;
}

export function spawnPostgres({
  binary,
  cluster,
  logFile,
  maxConnections,
}: PostgresOptions): PostgresProcess {
  const log = openSync(logFile, isLarge(logFile) ? 'w' : 'a', 0o600);
  const settings = {
    ...SETTINGS,
    max_connections: String(maxConnections),
    unix_socket_directories: cluster.socketArgument,
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn('/bin/sh', ['-c', KEEPER, 'keeper', binary, '-D', cluster.dataArgument, ...options], {
    ...cluster.user,
    cwd: cluster.directory,
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
    stdio: ['pipe', log, log],
    detached: true,
  });
  closeSync(log);
  if (child.stdin === null) throw new Error('A piped child has an input.');
  return watch(child, child.stdin);
}

function watch(child: ChildProcess, pipe: Writable): PostgresProcess {
  let hasExited = false;
  const exited = new Promise<void>((resolve) => {
    const done = () => {
      hasExited = true;
      resolve();
    };
    child.once('exit', done);
    child.once('error', done);
  });
  pipe.on('error', () => undefined); // The shell may have ended before our last signal.
  return {
    get hasExited() {
      return hasExited;
    },
    exited,
    stop(mode) {
      if (mode === 'fast') pipe.end();
      else pipe.write(mode === 'smart' ? 'TERM\n' : 'QUIT\n');
    },
  };
}

/** Returns PostgreSQL's last error message, for the sentence that a failed start prints. */
export function lastWords(logFile: string): string {
  try {
    const lines = readFileSync(logFile, 'utf8').trim().split('\n');
    return lines.findLast((line) => /FATAL|PANIC|error/i.test(line)) ?? lines.at(-1) ?? '';
  } catch {
    return '';
  }
}

function isLarge(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > LOG_MAX_BYTES;
}
