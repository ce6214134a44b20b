import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** If a signal ends a program, a shell reports this plus the number of the signal. */
const SIGNALLED = 128;
const PARENT_CHECK_MS = 1000;
const forwarded = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
/** Node resets the SIGHUP that nohup ignores. Shells name the program that they start. */
const outlivesTerminal = process.env['_']?.endsWith('/nohup') === true;

/**
 * Runs a program in the foreground until it ends. Signals that would end us are sent to the program. If npm is
 * killed, the program ends, too.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, isQuiet?: boolean }} [options] quiet: its output is shown only if it fails
 * @returns {Promise<number>} its exit code; 128 plus the number of the signal if a signal ended it
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
        if (signal === 'SIGHUP' && outlivesTerminal) return;
        // A terminal sends Ctrl-C to the whole group, and npm repeats each signal.
        const isTold = (signal === 'SIGINT' && process.stdin.isTTY) || sent.has(signal);
        sent.add(signal);
        if (!isTold) child.kill(signal);
      };
      process.on(signal, forward);
      return () => process.off(signal, forward);
    });
    const parent = process.ppid;
    const watch = setInterval(() => {
      if (process.env['npm_lifecycle_event'] && !outlivesTerminal && process.ppid !== parent) child.kill();
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
