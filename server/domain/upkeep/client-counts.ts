import { sql } from 'kysely';
import { clientCounts, type postClientCount } from '#contract/client-count.ts';
import type { BodyOf } from '#contract/define-call.ts';
import { limits } from '#server/domain/limits/limits.ts';
import type { RateLimits } from '#server/domain/limits/rate-limits.ts';
import type { Parts } from '#server/domain/ground/parts.ts';

type Kind = BodyOf<typeof postClientCount>['kind'];

interface ClientCountsOptions extends Pick<Parts, 'clock' | 'database'> {
  readonly rateLimits: RateLimits;
}

/** How often something served somebody, by day (UTC) and kind. */
export function makeClientCounts({ clock, database: { kysely }, rateLimits }: ClientCountsOptions) {
  const dayBefore = (ms: number) => new Date(clock.now().getTime() - ms).toISOString().slice(0, 10);

  return {
    /** @throws {TooManyRequestsError} when the network has sent too many */
    async add(kind: Kind, network: string): Promise<void> {
      await rateLimits.take(limits.clientCountFromNetwork(network));
      await kysely
        .insertInto('client_counts')
        .values({ day: dayBefore(0), kind, times: 1 })
        .onConflict((conflict) =>
          conflict.columns(['day', 'kind']).doUpdateSet({ times: sql`client_counts.times + 1` }),
        )
        .execute();
    },

    /** Returns the sum of each kind over the last days, also those that did not occur. */
    async overLast(ms: number): Promise<readonly { readonly kind: Kind; readonly times: number }[]> {
      const rows = await kysely
        .selectFrom('client_counts')
        .select(['kind', sql<number>`sum(times)::int`.as('times')])
        .where('day', '>', dayBefore(ms))
        .groupBy('kind')
        .execute();
      const times = new Map(rows.map((row) => [row.kind, row.times]));
      return clientCounts.map((kind) => ({ kind, times: times.get(kind) ?? 0 }));
    },
  };
}
