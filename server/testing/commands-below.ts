import { execFileSync } from 'node:child_process';

/** Returns the commands of the processes that a process has started, and of those that they have started. */
export function commandsBelow(pid: number): readonly string[] {
  const all = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  const children = (parent: number): readonly string[] =>
    all.flatMap((line) => {
      const [, own, above, command = ''] = /^ *(\d+) +(\d+) (.*)$/.exec(line) ?? [];
      return Number(above) === parent ? [command, ...children(Number(own))] : [];
    });
  return children(pid);
}
