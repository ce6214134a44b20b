import { readFileSync } from 'node:fs';
import { isAlive } from './is-alive.ts';

const CHECK_MS = 1000;
const GENERATIONS_MAX = 6;

/**
 * Calls `stop` once npm, or a process between it and us, is gone: killed without a word, they leave nobody who
 * would stop the server.
 *
 * @returns ends the watch
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
  // Without npm among them they are somebody else's business, but for our own parent.
  return aboutProcess(parents.at(-1) ?? 0)?.isNpm === true ? parents : parents.slice(0, 1);
}

/** From /proc; elsewhere than on Linux nothing is known. */
function aboutProcess(pid: number): { parent: number; isNpm: boolean } | undefined {
  try {
    // The name, in parentheses, may hold anything; the parent's id is the second field behind it.
    const [, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const isNpm = /^npm\b|\bnpm(-cli\.js)?\0/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
    return { parent: Number(parent), isNpm };
  } catch {
    return undefined;
  }
}
