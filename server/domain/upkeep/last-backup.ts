import { DAY_MS } from '#server/adapters/clock.ts';
import { gauge } from '#server/adapters/metrics.ts';
import type { Parts } from '#server/domain/ground/parts.ts';

/** An older backup counts as none: each scrape reads the audit back to the last backup. */
const OLDEST_MS = 31 * DAY_MS;

type Past = Pick<Parts, 'clock' | 'database'>;

/** Returns how many seconds ago the last backup was made; `undefined` if there was none in a month. */
export async function secondsSinceBackup({ clock, database }: Past): Promise<number | undefined> {
  const now = clock.now().getTime();
  const last = await database.kysely
    .selectFrom('audit')
    .select('happened_at')
    .where('event', '=', 'backed-up')
    .where('happened_at', '>', new Date(now - OLDEST_MS))
    .orderBy('happened_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last && (now - last.happened_at.getTime()) / 1000;
}

/** Measures how many seconds ago the last backup was made. There is no figure if there was none in a month. */
export function measureLastBackup(parts: Past & Pick<Parts, 'metrics'>): void {
  gauge(parts.metrics, 'admissions_last_backup_seconds', 'Seconds since the last backup.', [], async () => {
    const value = await secondsSinceBackup(parts);
    return value === undefined ? [] : [{ labels: {}, value }];
  });
}
