import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** What a shell adds to the number of the signal that ended a program. */
const SIGNALLED = 128;
const PARENT_CHECK_MS = 1000;
const forwarded = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * Runs a program in the foreground until it ends. Signals that would end us are handed on to it, and it
 * does not outlive an npm that was killed.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, isQuiet?: boolean }} [options] quiet: what it prints is shown only if it fails
 * @returns {Promise<number>} its exit code, 128 and more when a signal ended it
 */
export function run(command, args, { env = process.env, isQuiet = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: isQuiet ? ['inherit', 'pipe', 'pipe'] : 'inherit', env });
    /** @type {Buffer[]} */
    const printed = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => printed.push(chunk));
    const sent = new Set();
    const handlers = forwarded.map((signal) => {
      const forward = () => {
        // A terminal tells the whole group of Ctrl-C by itself, and npm hands each signal on once more.
        const isTold = (signal === 'SIGINT' && process.stdin.isTTY) || sent.has(signal);
        sent.add(signal);
        if (!isTold) child.kill(signal);
      };
      process.on(signal, forward);
      return () => process.off(signal, forward);
    });
    const parent = process.ppid;
    const watch = setInterval(() => {
      if (process.env['npm_lifecycle_event'] && process.ppid !== parent) child.kill();
    }, PARENT_CHECK_MS);
    const settle = () => {
      clearInterval(watch);
      for (const stop of handlers) stop();
    };
    child.on('error', (error) => {
      settle();
      reject(error);
    });
    child.on('close', (code, signal) => {
      settle();
      if (code !== 0) process.stderr.write(Buffer.concat(printed));
      resolve(code ?? SIGNALLED + (signal === null ? 0 : constants.signals[signal]));
    });
  });
}
