import { IDLE_TIMEOUT_MS } from '#limits.ts';
import type { Clock } from '#server/adapters/clock.ts';
import type { Database, Transaction } from '#server/adapters/database/database.ts';
import { Batches } from '#server/domain/ground/batches.ts';
import { hashOf, newToken } from '#server/domain/ground/token.ts';

/** The account of a logged-in applicant. */
export interface Account {
  readonly id: string;
  readonly username: string;
}

export const SESSION_MAX_AGE_MS = 12 * 3600 * 1000;
/** Activity is stored at most this often. A session may therefore last this much longer, but never ends early. */
const TOUCH_EVERY_MS = 10_000;
/** More than anybody has devices. The next login ends the oldest session. */
export const SESSIONS_MAX = 20;

/** The most sessions in one query. */
const BATCH_MAX = 500;

export const findSessions = {
  name: 'find-sessions',
  text: `SELECT encode(s.id_hash, 'hex') AS hash, s.account_id, a.username, s.last_active_at
    FROM sessions s JOIN accounts a ON a.id = s.account_id
    WHERE s.id_hash = ANY($1::bytea[]) AND s.last_active_at > $2 AND s.created_at > $3`,
};
/** Skips locked sessions: what has locked one is touching or ending it already. */
const touchSessions = {
  name: 'touch-sessions',
  text: `WITH idle AS MATERIALIZED (
      SELECT id_hash FROM sessions WHERE id_hash = ANY($1::bytea[]) AND last_active_at < $2
      FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE sessions SET last_active_at = $2 FROM idle WHERE sessions.id_hash = idle.id_hash`,
};

interface FoundSession {
  readonly hash: string;
  readonly account_id: string;
  readonly username: string;
  readonly last_active_at: Date;
}

export type Sessions = ReturnType<typeof makeSessions>;

/** Manages sessions by random id. The database stores only hashes of the ids. */
export function makeSessions({ database, clock }: { database: Database; clock: Clock }) {
  const lookups = new Batches({ run: find, weightOf: () => 1, maxWeight: BATCH_MAX });
  const touches = new Batches({ run: touch, weightOf: () => 1, maxWeight: BATCH_MAX });

  return {
    /**
     * Returns the account of a session. Returns `undefined` if it was idle for 15 minutes, is 12 hours old or was
     * ended.
     *
     * @param isActivity false for calls made by a timer, which do not keep a session alive
     */
    async find(id: string, { isActivity }: { isActivity: boolean }): Promise<Account | undefined> {
      const idHash = hashOf(id);
      const row = await lookups.add(idHash);
      if (row === undefined) return undefined;
      const idleMs = clock.now().getTime() - row.last_active_at.getTime();
      if (isActivity && idleMs >= TOUCH_EVERY_MS) await touches.add(idHash);
      return { id: row.account_id, username: row.username };
    },

    /**
     * Begins a session, and ends the oldest ones beyond `SESSIONS_MAX`. The caller has locked the account.
     *
     * @returns its id, which is stored nowhere on the server
     */
    async start(transaction: Transaction, accountId: string): Promise<string> {
      const id = newToken();
      const now = clock.now();
      await transaction
        .deleteFrom('sessions')
        .where('id_hash', 'in', (from) =>
          from
            .selectFrom('sessions')
            .select('id_hash')
            .where('account_id', '=', accountId)
            .orderBy('created_at', 'desc')
            .offset(SESSIONS_MAX - 1),
        )
        .execute();
      await transaction
        .insertInto('sessions')
        .values({ id_hash: hashOf(id), account_id: accountId, created_at: now, last_active_at: now })
        .execute();
      return id;
    },

    async end(id: string): Promise<void> {
      await database.kysely.deleteFrom('sessions').where('id_hash', '=', hashOf(id)).execute();
    },

    async endAll(transaction: Transaction, accountId: string): Promise<void> {
      await transaction.deleteFrom('sessions').where('account_id', '=', accountId).execute();
    },
  };

  async function find(hashes: readonly Buffer[]) {
    const now = clock.now();
    const activeSince = new Date(now.getTime() - IDLE_TIMEOUT_MS - TOUCH_EVERY_MS);
    const createdSince = new Date(now.getTime() - SESSION_MAX_AGE_MS);
    const rows = await database.run<FoundSession>(findSessions, [hashes, activeSince, createdSince]);
    const found = new Map(rows.map((row) => [row.hash, row]));
    return (hash: Buffer) => found.get(hash.toString('hex'));
  }

  async function touch(hashes: readonly Buffer[]) {
    await database.run(touchSessions, [hashes, clock.now()]);
    return () => undefined;
  }
}
