import type { Clock } from '#server/adapters/clock.ts';
import { onceASecond } from '#server/adapters/once-a-second.ts';
import type { Database } from '#server/adapters/database/database.ts';

/** With this much text, a phone's screen still has room for the form. */
export const BANNER_MAX_CHARS = 300;

interface Banner {
  readonly text: string;
  /** When the banner disappears by itself. */
  readonly until: Date | null;
}

/** The operator's message to everybody who has the form open. */
export function makeBanners({ database, clock }: { database: Database; clock: Clock }) {
  const { kysely } = database;

  async function current(): Promise<Banner | undefined> {
    return kysely
      .selectFrom('banner')
      .select(['text', 'until'])
      .where((either) => either.or([either('until', 'is', null), either('until', '>', clock.now())]))
      .executeTakeFirst();
  }

  return {
    current,

    /** Returns a banner that is at most a second old, however many ask. */
    recent: onceASecond(current, clock),

    /** Replaces the present banner. */
    async show(banner: Banner): Promise<void> {
      await kysely
        .insertInto('banner')
        .values({ is_only: true, ...banner })
        .onConflict((conflict) => conflict.column('is_only').doUpdateSet(banner))
        .execute();
    },

    async clear(): Promise<void> {
      await kysely.deleteFrom('banner').execute();
    },
  };
}
