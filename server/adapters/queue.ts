import { PgBoss, fromKysely, type JobWithMetadata } from 'pg-boss';
import type { PoolConfig } from 'pg';
import type { Transaction } from './database/database.ts';
import { errorFields, type Log } from './log.ts';
import { counter, gauge, type Metrics } from './metrics.ts';
import { FinalJobError, NotYetError, type Job, type JobHandler } from './job.ts';
import { keptJobs, type KeptJob } from './queue-jobs.ts';
import { deleteJobs, depthsOf, endWaits } from './queue-tables.ts';
import { currentTrace, inTrace, traceFrom, traceparentOf } from './trace.ts';

export interface Queue {
  /** Queues a job. If called in a transaction, the job exists only after its commit. */
  send<Data extends object>(job: Job<Data>, data: Data, options?: SendOptions): Promise<void>;
  /**
   * Registers a handler, and the times at which the job runs by itself.
   *
   * @param concurrency how many jobs run at once
   * @param lane which of the jobs; all of them without a value
   */
  work<Data extends object>(
    job: Job<Data>,
    handler: JobHandler<Data>,
    concurrency?: number,
    lane?: Lane,
  ): Promise<void>;
  /** Returns the jobs of a kind that the queue still has, ended ones too, the oldest first. */
  kept<Data extends object>(job: Job<Data>): Promise<readonly KeptJob<Data>[]>;
  /** Returns, by kind, how many jobs wait, wait for a retry, run, and have failed for good. */
  depths(): Promise<Record<string, QueueDepth>>;
  /** Queues the failed jobs of a kind again. Returns their number. */
  retryFailed(name: string): Promise<number>;
  /** Makes waiting retries of a kind due now. Returns their number. */
  retryNow(name: string): Promise<number>;
  /** Deletes all jobs, ended ones too, whose data has one of these texts as a value, or whose group it is. */
  forget(names: readonly string[], transaction: Transaction): Promise<void>;
  isReady(): Promise<boolean>;
  /** Lets running jobs finish until the timeout, then gives the others back to the queue. */
  stop(timeoutMs?: number): Promise<void>;
}

/** `late`: the jobs that were sent with a priority below 0; `prompt`: the others. */
export type Lane = keyof typeof LANES;
const LANES = { prompt: { minPriority: 0 }, late: { maxPriority: -1 } } as const;

export interface QueueDepth {
  readonly waiting: number;
  readonly retry: number;
  readonly active: number;
  readonly failed: number;
}

interface SendOptions {
  readonly in?: Transaction;
  /** Jobs of the same kind with a higher priority run first. Without a value it is 0. */
  readonly priority?: number;
  /** In each process only one job of a group runs at a time. Other jobs of the same kind do not wait for it. */
  readonly group?: string;
}

interface QueueOptions {
  readonly connection: PoolConfig;
  readonly log: Log;
  readonly metrics: Metrics;
  /** False in processes that only send jobs. */
  readonly isWorker: boolean;
  readonly waits?: QueueWaits;
}

export interface QueueWaits {
  /** Notifications announce new jobs. Polling finds retries and jobs whose notification was lost. */
  readonly pollSeconds: number;
  /** The first retry of a job waits no longer, whatever its kind declares. */
  readonly firstRetrySeconds: number;
}

const STOP_TIMEOUT_MS = 8000;
const HEARTBEAT_SECONDS = 10;
const WAITS: QueueWaits = { pollSeconds: 3, firstRetrySeconds: Infinity };
/** Give up on a silent connection after this. Queue maintenance queries run longer than requests may. */
const CUT_OFF_AFTER_MS = 60_000;

export async function startQueue({
  connection,
  log,
  metrics,
  isWorker,
  waits: { pollSeconds, firstRetrySeconds } = WAITS,
}: QueueOptions): Promise<Queue> {
  const boss = new PgBoss({
    ...bossConnection(connection),
    application_name: 'admissions jobs',
    max: 4,
    useListenNotify: isWorker,
    supervise: isWorker,
    schedule: isWorker,
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
  });
  boss.on('error', (error) => log.error(errorFields(error), 'The job queue failed.'));
  // The messages are pg-boss' own. Its data is left out, because it can contain values of a slow query.
  boss.on('warning', ({ message }) => log.warn({ message }, 'The job queue warns.'));
  await boss.start();
  const attempts = counter(
    metrics,
    'admissions_jobs_total',
    'Attempts of jobs in this process, by how they ended.',
    ['queue', 'outcome'],
  );
  gauge(
    metrics,
    'admissions_queue_jobs',
    'Jobs by kind and state, of all processes.',
    ['queue', 'state'],
    async () =>
      Object.entries(await depthsOf(boss)).flatMap(([queue, depth]) =>
        Object.entries(depth).map(([state, value]) => ({ labels: { queue, state }, value })),
      ),
  );
  let stopped: Promise<void> | undefined;
  const known = new Map<string, Promise<void>>();
  const ensure = (job: Job<object>) => {
    const ready = known.get(job.name) ?? createQueue(boss, job, firstRetrySeconds);
    known.set(job.name, ready);
    ready.catch(() => known.delete(job.name));
    return ready;
  };

  return {
    async send(job, data, options = {}) {
      await ensure(job);
      const trace = currentTrace();
      const told = { ...data, ...(trace && { traceparent: traceparentOf(trace) }) };
      await boss.send(job.name, told, {
        ...(options.in && { db: fromKysely(options.in) }),
        ...(options.priority !== undefined && { priority: options.priority }),
        ...(options.group !== undefined && { group: { id: options.group } }),
      });
    },
    async work<Data extends object>(
      job: Job<Data>,
      handler: JobHandler<Data>,
      concurrency = job.atOnce,
      lane?: Lane,
    ) {
      await ensure(job);
      const options = {
        ...(lane && LANES[lane]),
        perJobResults: true,
        includeMetadata: true,
        localGroupConcurrency: 1,
        pollingIntervalSeconds: pollSeconds,
        notifyPollingIntervalSeconds: pollSeconds,
      } as const;
      const run = async ({ id, data, signal, retryCount, retryLimit }: JobWithMetadata<Data>) => {
        const trace = traceFrom('traceparent' in data ? data.traceparent : undefined);
        const isLastAttempt = retryCount >= retryLimit;
        try {
          await inTrace(trace, () => handler(data, { id, signal, isLastAttempt }));
          attempts.inc({ queue: job.name, outcome: 'done' });
          return { id, status: 'completed' as const };
        } catch (error) {
          if (error instanceof NotYetError && !isLastAttempt) {
            attempts.inc({ queue: job.name, outcome: 'waiting' });
            return { id, status: 'failed' as const };
          }
          const isFinal = error instanceof FinalJobError;
          attempts.inc({ queue: job.name, outcome: isFinal || isLastAttempt ? 'failed' : 'retried' });
          const { traceId } = trace;
          log.warn(
            { job: job.name, id, traceId, isFinal, retryCount, ...errorFields(error) },
            'A job failed.',
          );
          const { reason = 'unknown' } = errorFields(error);
          return { id, status: isFinal ? ('deadletter' as const) : ('failed' as const), output: { reason } };
        }
      };
      for (let index = 0; index < concurrency; index += 1) {
        const worker = await boss.work<Data, unknown, typeof options>(job.name, options, async (jobs) => {
          const results = await Promise.all(jobs.map(run));
          // The next job may have waited for this one to end. Its notification is long past, so look for it now.
          boss.notifyWorker(worker);
          return results;
        });
      }
      if (job.cron !== undefined) await boss.schedule(job.name, job.cron, {}, { tz: 'UTC' });
    },
    async kept<Data extends object>(job: Job<Data>) {
      await ensure(job);
      return keptJobs<Data>(boss, job.name);
    },
    depths: () => depthsOf(boss),
    async retryFailed(name) {
      const ids = (await keptJobs(boss, name)).filter(({ state }) => state === 'failed').map(({ id }) => id);
      if (ids.length > 0) await boss.retry(name, ids);
      return ids.length;
    },
    retryNow: (name) => endWaits(boss, name),
    forget: (names, transaction) => deleteJobs(transaction, names),
    async isReady() {
      try {
        return await boss.isInstalled();
      } catch {
        return false;
      }
    },
    stop: (timeoutMs = STOP_TIMEOUT_MS) =>
      (stopped ??= boss.stop({ graceful: true, timeout: timeoutMs, close: true })),
  };
}

async function createQueue(boss: PgBoss, job: Job<object>, firstRetrySeconds: number): Promise<void> {
  const settings = {
    retryLimit: job.retryLimit,
    retryDelay: Math.min(job.retryDelay, firstRetrySeconds),
    retryBackoff: true,
    retryDelayMax: job.retryDelayMax,
    expireInSeconds: job.expireInSeconds,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    notify: true,
    deleteAfterSeconds: job.keepDays * 86_400,
  };
  if (await boss.getQueue(job.name)) await boss.updateQueue(job.name, settings);
  else await boss.createQueue(job.name, { ...settings, policy: job.isKeyed ? 'short' : 'standard' });
}

function bossConnection({ connectionString, host, user, database, onConnect }: PoolConfig) {
  return {
    ...(connectionString !== undefined && { connectionString }),
    ...(host !== undefined && { host }),
    ...(user !== undefined && { user }),
    ...(database !== undefined && { database }),
    // pg-boss passes it on to the pool.
    ...(onConnect !== undefined && { onConnect }),
    keepAlive: true,
    query_timeout: CUT_OFF_AFTER_MS,
  };
}
