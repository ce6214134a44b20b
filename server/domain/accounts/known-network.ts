import { DAY_MS, type Clock } from '#server/adapters/clock.ts';
import type { Database } from '#server/adapters/database/database.ts';
import { Batches } from '#server/domain/ground/batches.ts';

const KNOWN_NETWORK_DAYS = 90;
/** The most questions in one query. */
const BATCH_MAX = 500;

/** An index leads to each login. */
export const findKnownNetworks = {
  name: 'find-known-networks',
  text: `SELECT username, network FROM unnest($1::text[], $2::text[]) AS asked (username, network)
    WHERE EXISTS (
      SELECT FROM accounts JOIN audit ON audit.account_id = accounts.id
      WHERE accounts.username = asked.username AND event = 'login' AND address = asked.network AND happened_at > $3
    )`,
};

interface Asked {
  readonly username: string;
  readonly network: string;
}

export type HasLoggedInFrom = ReturnType<typeof makeHasLoggedInFrom>;

/**
 * Makes the function that returns true if somebody has logged in to an account from a network in the last 90 days. It
 * uses one connection, because it is asked for logins that may be refused.
 */
export function makeHasLoggedInFrom({ database, clock }: { database: Database; clock: Clock }) {
  const questions = new Batches({ run: find, weightOf: () => 1, maxWeight: BATCH_MAX, atOnce: 1 });
  return (username: string, network: string): Promise<boolean> => questions.add({ username, network });

  async function find(asked: readonly Asked[]): Promise<(one: Asked) => boolean> {
    const since = new Date(clock.now().getTime() - KNOWN_NETWORK_DAYS * DAY_MS);
    const usernames = asked.map(({ username }) => username);
    const networks = asked.map(({ network }) => network);
    const rows = await database.run<Asked>(findKnownNetworks, [usernames, networks, since]);
    const known = new Set(rows.map(nameOf));
    return (one) => known.has(nameOf(one));
  }
}

function nameOf({ username, network }: Asked): string {
  return `${network} ${username}`;
}
