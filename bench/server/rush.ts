import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { startSharedPostgres } from '#server/suites/postgres.ts';
import { BUILT_SERVER, LEAN, postgresPid, startServer } from '#server/testing/process.ts';
import { cpuMs, familyCpuMs, machineCpuMs } from './cores.ts';
import { at, saveFor, SAVERS, saveWhile, together, type Saves } from './floods.ts';
import { ms } from './picture.ts';
import { addPeople } from './people.ts';
import type { Crowd, Outcome } from './rush-worker.ts';

/** How many times longer a save may take beside documents. */
const BUDGET = 2;
interface Times {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** What happened while many applicants attached a document at once. */
export interface Rush {
  readonly numDocuments: number;
  readonly isApart: boolean;
  readonly failed: number;
  readonly calm: Times;
  /** Beside as many busy loops as cores, at the priority of conversions. */
  readonly besideLoops: Times;
  readonly beside: Times;
  readonly lostSaves: number;
  readonly medianWaitMs: number;
  readonly lastWaitMs: number;
  /** Time on a core: of the server, of PostgreSQL, and of everything that the machine did, for each document. */
  readonly coreMs: { readonly server: number; readonly database: number; readonly machine: number };
}

interface RushOptions {
  readonly numDocuments: number;
  readonly seconds: number;
  /** True if another process converts. */
  readonly isApart: boolean;
}

/** Starts a server that also converts, and lets many applicants attach a document at once while others save. */
export async function benchRush(
  folder: string,
  { numDocuments, seconds, isApart }: RushOptions,
): Promise<Rush> {
  const postgres = await startSharedPostgres(folder);
  const settings = {
    DATABASE_URL: postgres.url,
    NODE_ENV: 'production',
    SECRET_KEYS: 'a-secret-for-the-benchmark-only-'.repeat(2),
    RATE_LIMIT_FACTOR: '1000000',
    ...LEAN,
  };
  const start = (WORKERS: string) => startServer(join(folder, 'web'), { ...settings, WORKERS }, BUILT_SERVER);
  const server = start(isApart ? 'none' : 'inline');
  const worker = isApart ? start('only') : undefined;
  try {
    const base = await server.address();
    await addPeople(postgres.pool, SAVERS + numDocuments);
    const { attachAll } = await applicants({ base, first: SAVERS + 1, count: numDocuments });
    await saveFor(base, 3);
    const before = await saveFor(base, seconds);
    const besideLoops = await besideBusyLoops(() => saveFor(base, seconds));
    const clocks = () => [
      cpuMs(server.child.pid ?? 0),
      familyCpuMs(postgresPid(join(folder, 'postgres'))),
      machineCpuMs() - cpuMs(process.pid),
    ];
    const first = clocks();
    let isOver = false;
    const saving = saveWhile(base, () => !isOver);
    const outcomes = await attachAll();
    isOver = true;
    const saves = await saving;
    const [serverMs = 0, databaseMs = 0, machineMs = 0] = clocks().map(
      (now, index) => (now - (first[index] ?? 0)) / numDocuments,
    );
    const calm = together([before, await saveFor(base, seconds)]);
    const waits = outcomes.map(({ waitMs }) => waitMs);
    return {
      numDocuments,
      isApart,
      failed: outcomes.filter(({ isAttached }) => !isAttached).length,
      calm: timesOf(calm),
      besideLoops: timesOf(besideLoops),
      beside: timesOf(saves),
      lostSaves: saves.lost,
      medianWaitMs: at(waits, 0.5),
      lastWaitMs: Math.max(...waits),
      coreMs: { server: serverMs, database: databaseMs, machine: machineMs },
    };
  } finally {
    await worker?.stop();
    await server.stop();
    await postgres.stop();
  }
}

function timesOf({ times }: Saves): Times {
  return { p50Ms: at(times, 0.5), p99Ms: at(times, 0.99) };
}

/** What a machine whose cores are all busy costs a save, whatever keeps them busy. */
async function besideBusyLoops<T>(measure: () => Promise<T>): Promise<T> {
  const loops = Array.from({ length: availableParallelism() }, () =>
    spawn('nice', ['-n', '10', 'sh', '-c', 'while :; do :; done'], { stdio: 'ignore' }),
  );
  try {
    return await measure();
  } finally {
    for (const loop of loops) loop.kill();
  }
}

/** Many applicants, in another thread: they must not delay what measures the saves. */
async function applicants(crowd: Crowd) {
  const worker = new Worker(new URL('rush-worker.ts', import.meta.url), { workerData: crowd });
  await once(worker, 'message');
  return {
    /** Lets all of them ask for their conversion at once. Resolves once the last one is over. */
    async attachAll(): Promise<readonly Outcome[]> {
      worker.postMessage('attach');
      const [outcomes] = await once(worker, 'message');
      return outcomes;
    },
  };
}

export function printRush({
  numDocuments,
  isApart,
  failed,
  calm,
  besideLoops,
  beside,
  ...rush
}: Rush): string {
  const { server, database, machine } = rush.coreMs;
  return [
    `${numDocuments} documents at once, ${processes(isApart)} (${failed} failed): half are attached after ${ms(rush.medianWaitMs)}, the last after ${ms(rush.lastWaitMs)}`,
    `saves beside them: p50 ${ms(beside.p50Ms)} (${(beside.p50Ms / calm.p50Ms).toFixed(2)}), p99 ${ms(beside.p99Ms)} (${(beside.p99Ms / calm.p99Ms).toFixed(2)}), ${rush.lostSaves} lost; beside busy loops p50 ${ms(besideLoops.p50Ms)}, p99 ${ms(besideLoops.p99Ms)}`,
    `time on a core for each: server ${ms(server)}, PostgreSQL ${ms(database)}, the whole machine ${ms(machine)}`,
  ].join('\n');
}

export function rushSection(rushes: readonly Rush[]): string {
  const day = new Date().toLocaleDateString('en-US', { dateStyle: 'long' });
  const rows = rushes.map(({ isApart, failed, calm, besideLoops, beside, ...rush }) =>
    [
      processes(isApart),
      ...[calm.p50Ms, besideLoops.p50Ms, beside.p50Ms, calm.p99Ms, besideLoops.p99Ms, beside.p99Ms].map(ms),
      (beside.p99Ms / calm.p99Ms).toFixed(2),
      rush.lostSaves,
      ...[rush.medianWaitMs, rush.lastWaitMs].map((wait) => `${Math.round(wait / 1000)} s`),
      failed,
      ...[rush.coreMs.server, rush.coreMs.database, rush.coreMs.machine].map(ms),
    ].join(' | '),
  );
  const isReached = rushes.some(({ calm, beside }) => beside.p99Ms <= BUDGET * calm.p99Ms);
  return `## Many documents at once

${rushes[0]?.numDocuments} applicants attach a document in the same moment: Word, JPEG (4 megapixels), PNG (2) and PDF in equal parts. Ten applicants save, with pauses of 50 ms: alone, beside a busy loop for each core at the priority of conversions, which shows what any busy machine costs, and beside the documents. Measured on ${day}.

| processes | saves: p50 alone | beside loops | beside documents | p99 alone | beside loops | beside documents | ratio | lost | half attached after | all after | failed | a core, for each: server | PostgreSQL | the whole machine |
| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |
| ${rows.join(' |\n| ')} |

The goal is a p99 within twice its time without documents${isReached ? '' : ', **which this run did not reach**'}.`;
}

function processes(isApart: boolean): string {
  return isApart ? 'one serves, one converts' : 'one for both';
}
