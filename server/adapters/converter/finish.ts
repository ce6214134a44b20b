import type { ChildProcess } from 'node:child_process';
import { NamedError } from '../errors.ts';

/** How a program ended by itself, or at its limit of processor time. */
export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** True if it used up its processor time. */
  readonly isTimeout: boolean;
}

export interface RunOptions {
  /** By the clock. It ends programs that only wait, so the file is not at fault. Tests use a shorter one. */
  readonly deadlineMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * A program did not start, or ended for a reason unrelated to the file: no room for another process, the clock, the
 * kernel when memory is short, or an aborted job.
 */
export class SandboxError extends NamedError {}

/** Several times what a program may take of the processor, and less than what a job may take. */
const DEADLINE_MS = 60_000;
const OUTPUT_MAX_CHARS = 1_000_000;
/** Messages of bubblewrap, prlimit and the shell when a program could not start. */
const NOT_STARTED = /^(bwrap|prlimit): |Cannot fork|fork: (?:retry: )?[\w ]{1,40} unavailable/m;
/** A program's own message, or its shell's, at its limit of processor time. LibreOffice catches the signal. */
const OUT_OF_TIME = /^CPU time limit exceeded|^Fatal exception: Signal 24$/m;
/** What a shell, and bubblewrap, make of a signal: 128 and its number. */
const CODE_OUT_OF_TIME = 152;
const CODE_KILLED = 137;

/** Kills a program and everything that it started. */
function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has already ended.
  }
}

/**
 * Waits until a program has ended, and ends all that it started.
 *
 * @throws {SandboxError} when its end is unrelated to the file
 */
export function finish(
  child: ChildProcess,
  { deadlineMs = DEADLINE_MS, signal }: RunOptions,
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    let ours: string | undefined;
    let isTooMuch = false;
    const output = { stdout: '', stderr: '' };
    const stop = (why: string) => {
      ours ??= why;
      killGroup(child);
    };
    const callOff = () => stop('The job was called off.');
    const timer = setTimeout(() => stop('A program did not end in time.'), deadlineMs);
    signal?.addEventListener('abort', callOff);
    if (signal?.aborted) callOff();
    for (const name of ['stdout', 'stderr'] as const) {
      child[name]?.setEncoding('utf8').on('data', (text: string) => {
        // More arrives after the kill, if the event loop was busy.
        if (!isTooMuch) output[name] += text;
        isTooMuch ||= output[name].length > OUTPUT_MAX_CHARS;
        if (isTooMuch) killGroup(child);
      });
    }
    const end = (settle: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', callOff);
      // Also end processes that the program may have left running.
      killGroup(child);
      settle();
    };
    child.once('error', (cause) =>
      end(() => reject(new SandboxError('The sandbox could not be started.', { cause }))),
    );
    child.once('close', (code, endedBy) =>
      end(() => {
        const isKilled = code === CODE_KILLED || (endedBy === 'SIGKILL' && !isTooMuch);
        if (code !== 0 && NOT_STARTED.test(output.stderr)) ours ??= output.stderr.trim();
        if (isKilled) ours ??= 'Something killed a program.';
        if (ours !== undefined) return reject(new SandboxError(ours));
        const isSaid = code !== 0 && OUT_OF_TIME.test(output.stderr);
        resolve({ code, ...output, isTimeout: isSaid || code === CODE_OUT_OF_TIME || endedBy === 'SIGXCPU' });
      }),
    );
    child.stdin?.on('error', () => undefined).end();
  });
}
