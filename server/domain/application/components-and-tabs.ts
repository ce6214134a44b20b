import { sql, type Kysely } from 'kysely';
import type { Transaction } from '#server/adapters/database/database.ts';
import type { Tables } from '#server/adapters/database/tables.ts';
import { countsOf, raisePrintRevision, tabsOf, type Write, type Written } from './application-rows.ts';
import type { AcceptedVersions } from './accepted-versions.ts';

/** By table: the column of what is chosen for, and that of what is chosen. */
const COLUMNS = { add_another: ['button_id', 'num_components'], tabs: ['tab_id', 'chosen_tab'] } as const;

/** What an applicant chooses beside the answers: how many of each list, and which tab of each group. */
export function makeComponentsAndTabs(kysely: Kysely<Tables>, write: Write) {
  return {
    counts: (accountId: string) => countsOf(kysely, accountId),

    /** @returns the counts of all lists */
    async setCount(
      accountId: string,
      buttonId: string,
      numComponents: number,
      accepted?: AcceptedVersions,
    ): Promise<Written<Record<string, number>>> {
      return write(accountId, accepted, async (transaction) => {
        await choose(transaction, 'add_another', accountId, buttonId, numComponents);
        return countsOf(transaction, accountId);
      });
    },

    tabs: (accountId: string) => tabsOf(kysely, accountId),

    /** @returns the chosen tabs of all groups */
    async chooseTab(
      accountId: string,
      tabId: string,
      chosenTab: string,
      accepted?: AcceptedVersions,
    ): Promise<Written<Record<string, string>>> {
      return write(accountId, accepted, async (transaction) => {
        await choose(transaction, 'tabs', accountId, tabId, chosenTab);
        return tabsOf(transaction, accountId);
      });
    },
  };
}

async function choose(
  transaction: Transaction,
  table: keyof typeof COLUMNS,
  accountId: string,
  id: string,
  chosen: string | number,
): Promise<void> {
  const [idColumn, column] = COLUMNS[table].map((name) => sql.ref(name));
  const { rows } = await sql`
    INSERT INTO ${sql.table(table)} AS present (account_id, ${idColumn}, ${column})
    VALUES (${accountId}, ${id}, ${chosen})
    ON CONFLICT (account_id, ${idColumn}) DO UPDATE SET ${column} = excluded.${column}
    WHERE present.${column} <> excluded.${column}
    RETURNING 1`.execute(transaction);
  if (rows.length > 0) await raisePrintRevision(transaction, accountId);
}
