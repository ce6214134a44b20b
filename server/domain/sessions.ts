import { createHash, randomBytes } from 'node:crypto';
import { IDLE_TIMEOUT_MS } from '#limits.ts';
import type { Clock } from '#server/adapters/clock.ts';
import type { Database, Transaction } from '#server/adapters/database/database.ts';

/** Who is logged in. */
export interface Account {
  readonly id: string;
  readonly username: string;
}

export const SESSION_MAX_AGE_MS = 12 * 3600 * 1000;
/** Activity is written down this often at most; the idle limit is that much longer, never shorter. */
const TOUCH_EVERY_MS = 10_000;
const ID_BYTES = 32;

const find = {
  name: 'find-session',
  text: `SELECT s.account_id, a.username, s.last_active_at
    FROM sessions s JOIN accounts a ON a.id = s.account_id
    WHERE s.id_hash = $1 AND s.last_active_at > $2 AND s.created_at > $3`,
};
const touch = {
  name: 'touch-session',
  text: 'UPDATE sessions SET last_active_at = $2 WHERE id_hash = $1 AND last_active_at < $2',
};

export type Sessions = ReturnType<typeof makeSessions>;

/** Sessions by random id; the database knows only hashes of the ids. */
export function makeSessions({ database, clock }: { database: Database; clock: Clock }) {
  return {
    /**
     * Who a session belongs to; `undefined` once it was idle for 15 minutes, is 12 hours old or was ended.
     *
     * @param isActivity false for calls that a timer makes, which do not keep a session alive
     */
    async find(id: string, { isActivity }: { isActivity: boolean }): Promise<Account | undefined> {
      const now = clock.now();
      const activeSince = new Date(now.getTime() - IDLE_TIMEOUT_MS - TOUCH_EVERY_MS);
      const createdSince = new Date(now.getTime() - SESSION_MAX_AGE_MS);
      const hash = hashOf(id);
      const [row] = await database.run<{ account_id: string; username: string; last_active_at: Date }>(find, [
        hash,
        activeSince,
        createdSince,
      ]);
      if (row === undefined) return undefined;
      if (isActivity && now.getTime() - row.last_active_at.getTime() >= TOUCH_EVERY_MS) {
        await database.run(touch, [hash, now]);
      }
      return { id: row.account_id, username: row.username };
    },

    /** Begins a session and returns its id, which exists nowhere else. */
    async start(transaction: Transaction, accountId: string): Promise<string> {
      const id = randomBytes(ID_BYTES).toString('base64url');
      const now = clock.now();
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
}

function hashOf(id: string): Buffer {
  return createHash('sha256').update(id).digest();
}
