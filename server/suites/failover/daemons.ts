import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { nobody } from '#server/adapters/unprivileged-user.ts';

/** Programs of a database cluster. PostgreSQL refuses to run as root, so none of them does. */
export class Daemons {
  readonly #folder: string;
  readonly #running = new Set<ChildProcess>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  start(name: string, program: string, ...words: readonly string[]): ChildProcess {
    const log = openSync(join(this.#folder, `${name}.log`), 'a');
    const child = spawn(program, [...words], {
      env: { PATH: '/usr/sbin:/usr/bin:/bin', HOME: this.#folder, LC_ALL: 'C.UTF-8' },
      cwd: this.#folder,
      stdio: ['ignore', log, log],
      ...nobody(),
    });
    this.#running.add(child);
    child.once('exit', () => this.#running.delete(child));
    return child;
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#running].map((child) => ended(child, 'SIGTERM')));
  }
}

export async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
}
