import { DAY_MS, type Clock } from '#server/adapters/clock.ts';
import type { Database } from '#server/adapters/database/database.ts';

const KNOWN_NETWORK_DAYS = 90;

/** Returns true if somebody has logged in to the account from this network in the last 90 days. */
export async function hasLoggedInFrom(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  username: string,
  network: string,
): Promise<boolean> {
  const since = new Date(clock.now().getTime() - KNOWN_NETWORK_DAYS * DAY_MS);
  const login = await database.kysely
    .selectFrom('audit')
    .innerJoin('accounts', 'accounts.id', 'audit.account_id')
    .select('audit.id')
    .where('accounts.username', '=', username)
    .where('event', '=', 'login')
    .where('address', '=', network)
    .where('happened_at', '>', since)
    // Kysely reads all rows and takes the first.
    .limit(1)
    .executeTakeFirst();
  return login !== undefined;
}
