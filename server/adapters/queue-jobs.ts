import type { JobWithMetadata, PgBoss } from 'pg-boss';

export interface KeptJob<Data extends object> {
  readonly id: string;
  readonly state: 'waiting' | 'done' | 'failed';
  /** When it ended, or else when it was sent. */
  readonly at: Date;
  readonly data: Data;
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
    .map(({ id, state, createdOn, completedOn, data }) => ({
      id,
      state: STATES[state],
      at: completedOn ?? createdOn,
      data,
    }))
    .toSorted((one, other) => one.at.getTime() - other.at.getTime());
}
