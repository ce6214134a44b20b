import { readFileSync } from 'node:fs';
import { isAlive } from './is-alive.ts';

const CHECK_MS = 1000;
const GENERATIONS_MAX = 6;

/**
 * Calls `stop` once npm, or a process between npm and us, has ended. If they are killed, nobody else would stop
 * the server.
 *
 * @returns a function that ends the watch
 */
export function watchParents(stop: () => void): () => void {
  const parents = parentsUpToNpm();
  const timer = setInterval(() => {
    if (process.ppid !== parents[0] || !parents.every(isAlive)) stop();
  }, CHECK_MS);
  timer.unref();
  return () => clearInterval(timer);
}

function parentsUpToNpm(): number[] {
  const parents = [process.ppid];
  while (parents.length < GENERATIONS_MAX) {
    const pid = parents.at(-1) ?? 0;
    const about = aboutProcess(pid);
    if (about === undefined || about.isNpm || about.parent <= 1) break;
    parents.push(about.parent);
  }
  // If npm is not among them, watch only our own parent: the others are unrelated to us.
  return aboutProcess(parents.at(-1) ?? 0)?.isNpm === true ? parents : parents.slice(0, 1);
}

/** Reads /proc, so it knows nothing on systems other than Linux. */
function aboutProcess(pid: number): { parent: number; isNpm: boolean } | undefined {
  try {
    // The name, in parentheses, may contain anything. The parent's id is the second field after it.
    const [, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const isNpm = /^npm\b|\bnpm(-cli\.js)?\0/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
    return { parent: Number(parent), isNpm };
  } catch {
    return undefined;
  }
}
