import { NamedError } from './errors.ts';

/** A kind of job. `Data` is stored in the database for days, so it must not contain secrets or answers. */
export interface Job<Data extends object> {
  readonly name: string;
  readonly retryLimit: number;
  /** Seconds before the first retry. Each further retry waits about twice as long. */
  readonly retryDelay: number;
  readonly retryDelayMax: number;
  /** Seconds that one attempt may take. */
  readonly expireInSeconds: number;
  /** How many days a job is kept after its end, to look it up or retry it. */
  readonly keepDays: number;
  /** If true, at most one job with the same key waits, however often it is sent. */
  readonly isKeyed: boolean;
  /** How many run at once in a process. */
  readonly atOnce: number;
  /** When it runs by itself, in UTC, with no data. Some jobs run only when they are sent. */
  readonly cron?: string;
  readonly data?: Data;
}

/** Declares a kind of job. */
export function defineJob<Data extends object>(
  name: string,
  settings: Partial<Omit<Job<Data>, 'name' | 'data'>> = {},
): Job<Data> {
  const defaults = {
    retryLimit: 5,
    retryDelay: 2,
    retryDelayMax: 300,
    expireInSeconds: 90,
    keepDays: 1,
    isKeyed: false,
    atOnce: 1,
  };
  return { name, ...defaults, ...settings };
}

/** A handler throws this when a retry would fail, too. */
export class FinalJobError extends NamedError {}

/** A handler throws this while something it needs is not ready yet. The job is retried but not reported as failed. */
export class NotYetError extends NamedError {}

export interface JobRun {
  readonly id: string;
  /** Aborted when the job's time is up or the server stops. */
  readonly signal: AbortSignal;
  /** True when no further retry follows. */
  readonly isLastAttempt: boolean;
}

export type JobHandler<Data extends object> = (data: Data, run: JobRun) => Promise<void>;
