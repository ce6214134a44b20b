import type { JobWithMetadata, PgBoss } from 'pg-boss';

export interface KeptJob<Data extends object> {
  readonly id: string;
  readonly state: 'waiting' | 'done' | 'failed';
  /** When it ended, or else when it was sent. */
  readonly at: Date;
  readonly data: Data;
  /** The number of attempts. */
  readonly attempts: number;
  /** Why the last attempt failed. */
  readonly reason: string | undefined;
  /** The time of the next attempt, if it waits. */
  readonly next: Date | undefined;
}

const STATES = {
  created: 'waiting',
  retry: 'waiting',
  active: 'waiting',
  completed: 'done',
  cancelled: 'failed',
  failed: 'failed',
} as const;
const PAGE = 1000;

/** Returns the jobs of a kind that the queue still has, ended ones too, the oldest first. */
export async function keptJobs<Data extends object>(boss: PgBoss, name: string): Promise<KeptJob<Data>[]> {
  const jobs: JobWithMetadata<Data>[] = [];
  let page: JobWithMetadata<Data>[];
  do {
    const after = jobs.at(-1)?.id;
    page = await boss.findJobs<Data>(name, { limit: PAGE, ...(after !== undefined && { after }) });
    jobs.push(...page);
  } while (page.length === PAGE);
  return jobs
    .map(({ id, state, createdOn, completedOn, data, startedOn, startAfter, retryCount, output }) => ({
      id,
      state: STATES[state],
      at: completedOn ?? createdOn,
      data,
      attempts: startedOn === null ? 0 : retryCount + (state === 'retry' ? 0 : 1),
      reason: reasonIn(output),
      next: state === 'created' || state === 'retry' ? startAfter : undefined,
    }))
    .toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

function reasonIn(output: unknown): string | undefined {
  const isReason = typeof output === 'object' && output !== null && 'reason' in output;
  return isReason && typeof output.reason === 'string' ? output.reason : undefined;
}
