import { ADDRESS_WAITS } from '#server/adapters/mail.ts';
import { gauge } from '#server/adapters/metrics.ts';
import { lateByUsername, lateOf, type Late } from '#server/adapters/queue-tables.ts';
import type { Parts } from '#server/domain/ground/parts.ts';
import { mailJob } from './send-mail.ts';

/** Knows the mails that the mail server has not taken yet. They are tried again, but people wait for them. */
export function makeLateMails({ database: { kysely }, metrics }: Pick<Parts, 'database' | 'metrics'>) {
  const all = async (): Promise<Late | undefined> => lateOf(kysely, mailJob.name, ADDRESS_WAITS);
  const help =
    'Seconds since the oldest mail was written that the mail server has not taken, its address aside. 0 if there is none.';
  gauge(metrics, 'admissions_late_mail_seconds', help, [], async () => [
    { labels: {}, value: (await all())?.seconds ?? 0 },
  ]);

  return {
    /** Returns how many there are, since when, and why, without those whose address alone is why. */
    all,

    /** Returns since when a mail to each of these addresses waits. */
    since: async (usernames: readonly string[]): Promise<ReadonlyMap<string, Date>> =>
      lateByUsername(kysely, mailJob.name, usernames),
  };
}
