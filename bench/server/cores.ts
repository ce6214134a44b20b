import { readdirSync, readFileSync } from 'node:fs';

const TICK_MS = 10;

/** Time of a process on a core, in ms. Unlike the clock, it does not grow with other work. */
export function cpuMs(pid: number): number {
  const { user, system } = timesOf(pid);
  return (user + system) * TICK_MS;
}

/** The same for a process and all below it, those that have ended too. */
export function familyCpuMs(pid: number): number {
  return familyOf(pid).reduce((sum, member) => sum + cpuMs(member) + endedCpuMs(member), 0);
}

/** Time of a process's children that have ended. */
export function endedCpuMs(pid: number): number {
  return timesOf(pid).ended * TICK_MS;
}

/** Time of everything that the machine did. */
export function machineCpuMs(): number {
  const [, ...fields] = readOr('', '/proc/stat').split('\n', 1)[0]?.split(/\s+/).map(Number) ?? [];
  const [user = 0, nice = 0, system = 0, , , interrupts = 0, softInterrupts = 0] = fields;
  return (user + nice + system + interrupts + softInterrupts) * TICK_MS;
}

/** Memory of a process and all below it, in MB; what several of them share is counted once. */
export function familyMegabytes(pid: number): number {
  return familyOf(pid).reduce((sum, member) => sum + megabytes(member), 0);
}

export function megabytes(pid: number): number {
  return Number(/^Pss:\s+(\d+)/m.exec(readOr('', `/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / 1024;
}

/** Watches a figure until it is stopped, and then returns its maximum. */
export function watchMost(read: () => number): () => number {
  let most = read();
  const timer = setInterval(() => (most = Math.max(most, read())), 500);
  return () => {
    clearInterval(timer);
    return most;
  };
}

function familyOf(pid: number): readonly number[] {
  const all = readdirSync('/proc').map(Number).filter(Number.isInteger);
  const parents = new Map(all.map((other) => [other, timesOf(other).parent]));
  const below = (parent: number): number[] => [
    parent,
    ...all.filter((other) => parents.get(other) === parent).flatMap(below),
  ];
  return below(pid);
}

/** In ticks; `ended`: of children that have ended. */
function timesOf(pid: number) {
  const [, fields = ''] = readOr('', `/proc/${pid}/stat`).split(') ');
  const values = fields.split(' ').map(Number);
  const at = (index: number) => values[index] ?? 0;
  return { parent: at(1), user: at(11), system: at(12), ended: at(13) + at(14) };
}

/** Processes may start and end while they are listed. */
function readOr(instead: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return instead;
  }
}
