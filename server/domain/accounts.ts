import type { Clock } from '#server/adapters/clock.ts';
import type { Database } from '#server/adapters/database/database.ts';

/** Who is logged in. */
export interface Account {
  readonly id: string;
  readonly username: string;
}

export type Accounts = ReturnType<typeof makeAccounts>;

export function makeAccounts(_parts: { database: Database; clock: Clock }) {
  return {
    async findSession(_sessionId: string, _use: { isActivity: boolean }): Promise<Account | undefined> {
      return undefined;
    },
  };
}
