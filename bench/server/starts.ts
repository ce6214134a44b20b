import { setTimeout as sleep } from 'node:timers/promises';
import { BUILT_SERVER, startServer } from '#server/testing/process.ts';

export interface Starts {
  readonly firstMs: number;
  readonly againMs: number;
}

/**
 * How long a server with its own database takes until /readyz is 200: in a new folder, and again in the same folder,
 * with compiled files as under `npm start`.
 */
export async function runStarts(dataDir: string): Promise<Starts> {
  const firstMs = await startToReady(dataDir);
  const againMs = await startToReady(dataDir);
  return { firstMs, againMs };
}

async function startToReady(dataDir: string): Promise<number> {
  const begun = performance.now();
  const server = startServer(dataDir, { NODE_COMPILE_CACHE: `${dataDir}-node-cache` }, BUILT_SERVER);
  try {
    const address = await server.address();
    while ((await fetch(`${address}/readyz`)).status !== 200) await sleep(5);
    return performance.now() - begun;
  } finally {
    await server.stop();
  }
}
