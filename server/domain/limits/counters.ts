import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Transaction } from '#server/adapters/database/database.ts';

/** A counter in the database, locked until the transaction ends. */
export interface Counter {
  count: number;
  /** The count in the database. */
  readonly stored: number;
  readonly resetsAt: Date;
}

interface Counted {
  readonly kind: string;
  readonly who: string;
  readonly perSeconds: number;
}

/**
 * Returns the counters of the limits by their buckets, and locks them: all callers in the same order, because two that
 * lock in different orders could wait for each other. A counter whose time is over starts again.
 */
export async function lockCounters(
  transaction: Transaction,
  limits: readonly Counted[],
  now: Date,
): Promise<ReadonlyMap<string, Counter>> {
  const seconds = new Map(limits.map((limit) => [bucketOf(limit), limit.perSeconds]));
  const { rows } = await sql<{ bucket: string; count: number; resets_at: Date }>`
    INSERT INTO tries (bucket, count, resets_at)
    SELECT bucket, 0, ${now}::timestamptz + seconds * interval '1 second'
    FROM unnest(${[...seconds.keys()]}::text[], ${[...seconds.values()]}::int[]) AS wanted (bucket, seconds)
    ORDER BY bucket
    ON CONFLICT (bucket) DO UPDATE SET
      count = CASE WHEN tries.resets_at <= ${now} THEN 0 ELSE tries.count END,
      resets_at = CASE WHEN tries.resets_at <= ${now} THEN excluded.resets_at ELSE tries.resets_at END
    RETURNING bucket, count, resets_at`.execute(transaction);
  return new Map(
    rows.map(({ bucket, count, resets_at }) => [bucket, { count, stored: count, resetsAt: resets_at }]),
  );
}

/** Stores the counters that have changed. */
export async function storeCounters(
  transaction: Transaction,
  counters: ReadonlyMap<string, Counter>,
): Promise<void> {
  const changed = [...counters].filter(([, { count, stored }]) => count !== stored);
  if (changed.length === 0) return;
  await sql`
    UPDATE tries SET count = changed.count
    FROM unnest(
      ${changed.map(([bucket]) => bucket)}::text[],
      ${changed.map(([, { count }]) => count)}::int[]
    ) AS changed (bucket, count)
    WHERE tries.bucket = changed.bucket`.execute(transaction);
}

/** The name of a limit's counter, which does not reveal whose it is. */
export function bucketOf({ kind, who }: Pick<Counted, 'kind' | 'who'>): string {
  return `${kind}/${createHash('sha256').update(who).digest('base64url').slice(0, 22)}`;
}
