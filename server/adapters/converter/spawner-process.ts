// Starts programs for the server (spawner.ts) and waits for their end, as a process of its own.
import { spawn } from 'node:child_process';
import { finish, type Finished } from './finish.ts';

/** Starts a program under this number. Without `start`, ends the program that has the number. */
export interface Order {
  readonly id: number;
  readonly start?: {
    readonly program: string;
    readonly args: readonly string[];
    readonly options: {
      readonly cwd: string;
      readonly env: Readonly<Record<string, string>>;
      readonly uid?: number;
      readonly gid?: number;
    };
    readonly deadlineMs?: number | undefined;
  };
}

export interface Report {
  readonly id: number;
  readonly finished?: Finished;
  /** The message of a `SandboxError`. */
  readonly error?: string;
}

const running = new Map<number, AbortController>();

process.on('message', ({ id, start }: Order) => {
  if (start === undefined) return running.get(id)?.abort();
  const { program, args, options, deadlineMs } = start;
  const calledOff = new AbortController();
  running.set(id, calledOff);
  const report = (outcome: Omit<Report, 'id'>) => {
    running.delete(id);
    process.send?.({ id, ...outcome } satisfies Report);
  };
  // A process group of its own, so that one signal ends all its processes.
  finish(spawn(program, args, { ...options, detached: true }), { deadlineMs, signal: calledOff.signal }).then(
    (finished) => report({ finished }),
    (error: unknown) => report({ error: error instanceof Error ? error.message : String(error) }),
  );
});

// The server has ended: end all programs, and this process.
process.on('disconnect', () => {
  for (const calledOff of running.values()) calledOff.abort();
  process.exit();
});
