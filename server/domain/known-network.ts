import { DAY_MS, type Clock } from '#server/adapters/clock.ts';
import type { Database } from '#server/adapters/database/database.ts';

const KNOWN_NETWORK_DAYS = 90;

interface KnownNetworkOptions {
  readonly database: Database;
  readonly clock: Clock;
}

/** Returns true if somebody has logged in to the account from this network in the last 90 days. */
export async function hasLoggedInFrom(
  options: KnownNetworkOptions,
  username: string,
  network: string,
): Promise<boolean> {
  return (await loginsFrom(options, username, network).executeTakeFirst()) !== undefined;
}

/** Selects one of these logins. An index leads to it. */
export function loginsFrom({ database, clock }: KnownNetworkOptions, username: string, network: string) {
  const since = new Date(clock.now().getTime() - KNOWN_NETWORK_DAYS * DAY_MS);
  return (
    database.kysely
      .selectFrom('audit')
      .innerJoin('accounts', 'accounts.id', 'audit.account_id')
      .select('audit.id')
      .where('accounts.username', '=', username)
      .where('event', '=', 'login')
      .where('address', '=', network)
      .where('happened_at', '>', since)
      // Kysely reads all rows and takes the first.
      .limit(1)
  );
}
