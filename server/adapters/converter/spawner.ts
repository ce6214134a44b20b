import { fork, type ChildProcess } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { SandboxError, type Finished, type RunOptions } from './finish.ts';
import type { Order, Report } from './spawner-process.ts';

const PROCESS = new URL('./spawner-process.ts', import.meta.url);

type Start = Omit<NonNullable<Order['start']>, 'deadlineMs'>;

interface Waiting {
  readonly resolve: (finished: Finished) => void;
  readonly reject: (error: SandboxError) => void;
}

/** The small process, once it was needed, and the programs that it runs. */
let current: { readonly child: ChildProcess; readonly waiting: Map<number, Waiting> } | undefined;
let lastId = 0;

/**
 * Runs a program from a small process. A process starts programs by copying the tables of its memory: from the server
 * itself, each start would hold up all requests for some ten milliseconds.
 *
 * @throws {SandboxError} when its end is unrelated to the file
 */
export async function runApart(start: Start, { deadlineMs, signal }: RunOptions): Promise<Finished> {
  const { child, waiting } = (current ??= startSpawner());
  const id = (lastId += 1);
  const callOff = () => send({ id });
  const send = (order: Order) => child.send(order, () => undefined);
  child.ref();
  try {
    return await new Promise<Finished>((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      send({ id, start: { ...start, deadlineMs } });
      signal?.addEventListener('abort', callOff);
      if (signal?.aborted) callOff();
    });
  } finally {
    signal?.removeEventListener('abort', callOff);
    waiting.delete(id);
    if (waiting.size === 0) letGo(child);
  }
}

function startSpawner() {
  const cache = getCompileCacheDir();
  const child = fork(PROCESS, {
    // Does not pass on our own environment, because it contains secrets.
    env: cache === undefined ? {} : { NODE_COMPILE_CACHE: dirname(cache) },
    execArgv: [],
    // Ctrl-C in a terminal reaches only us; our end ends it.
    detached: true,
    stdio: 'ignore',
  });
  const waiting = new Map<number, Waiting>();
  child.on('message', ({ id, finished, error = '' }: Report) => {
    const run = waiting.get(id);
    if (finished === undefined) run?.reject(new SandboxError(error));
    else run?.resolve(finished);
  });
  const end = () => {
    if (current?.child === child) current = undefined;
    for (const { reject } of waiting.values()) reject(new SandboxError('What starts programs has ended.'));
  };
  child.once('error', end);
  child.once('disconnect', end);
  return { child, waiting };
}

/** An idle one does not keep us alive. */
function letGo(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
}
