import { readdirSync, readFileSync } from 'node:fs';

const INTERVAL_MS = 50;

/** The most memory that was seen, in MB. */
interface PeakMemory {
  readonly server: number;
  /** The maximum of the largest single process below the server. */
  readonly program: number;
}

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly residentMb: number;
}

/** Watches the memory of a server and of the programs that it starts. Returns a function that ends the watch. */
export function watchMemory(serverPid: number): () => PeakMemory {
  const peak = { server: 0, program: 0 };
  const look = () => {
    const all = processes();
    for (const { pid, residentMb } of all) {
      if (pid === serverPid) peak.server = Math.max(peak.server, residentMb);
      else if (isBelow(pid, serverPid, all)) peak.program = Math.max(peak.program, residentMb);
    }
  };
  const timer = setInterval(look, INTERVAL_MS);
  return () => {
    clearInterval(timer);
    return peak;
  };
}

/** Returns how many processes of this name are below a process. */
export function countBelow(ancestor: number, name: string): number {
  const all = processes();
  return all.filter(({ pid }) => isBelow(pid, ancestor, all) && commandOf(pid).includes(name)).length;
}

function processes(): Process[] {
  return readdirSync('/proc').flatMap((name) => {
    const status = /^\d+$/.test(name) ? textOf(`/proc/${name}/status`) : '';
    const [, parent] = /^PPid:\s+(\d+)/m.exec(status) ?? [];
    const [, resident] = /^VmRSS:\s+(\d+)/m.exec(status) ?? [];
    if (parent === undefined || resident === undefined) return [];
    return { pid: Number(name), parent: Number(parent), residentMb: Math.round(Number(resident) / 1024) };
  });
}

function isBelow(pid: number, ancestor: number, all: readonly Process[]): boolean {
  const parent = all.find((process) => process.pid === pid)?.parent;
  return parent !== undefined && (parent === ancestor || isBelow(parent, ancestor, all));
}

function commandOf(pid: number): string {
  return textOf(`/proc/${pid}/cmdline`);
}

/** A process may end while we look. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
