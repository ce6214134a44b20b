import { setTimeout as sleep } from 'node:timers/promises';
import { familyCpuMs } from './cores.ts';
import { BUILT_SERVER, startServer } from '#server/testing/process.ts';

export interface Start {
  readonly clockMs: number;
  /** Of the server and of its database. */
  readonly coreMs: number;
}

export interface Starts {
  readonly first: Start;
  readonly again: Start;
}

/**
 * How long a server with its own database takes until /readyz is 200: in a new folder, and again in the same folder,
 * with compiled files as under `npm start`.
 */
export async function runStarts(dataDir: string): Promise<Starts> {
  const first = await startToReady(dataDir);
  const again = await startToReady(dataDir);
  return { first, again };
}

async function startToReady(dataDir: string): Promise<Start> {
  const begun = performance.now();
  const server = startServer(dataDir, { NODE_COMPILE_CACHE: `${dataDir}-node-cache` }, BUILT_SERVER);
  try {
    const address = await server.address();
    while ((await fetch(`${address}/readyz`)).status !== 200) await sleep(5);
    const clockMs = performance.now() - begun;
    return { clockMs, coreMs: familyCpuMs(server.child.pid ?? 0) };
  } finally {
    await server.stop();
  }
}
