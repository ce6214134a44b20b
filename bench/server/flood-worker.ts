// Floods a server, and reports the answers.
import { parentPort, workerData } from 'node:worker_threads';
import { runLoad } from './load.ts';

export interface FloodOrder {
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  readonly requests: readonly Uint8Array[];
}

const order: FloodOrder = workerData;
parentPort?.postMessage(await runLoad(order));
