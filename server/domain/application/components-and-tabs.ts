import type { Kysely } from 'kysely';
import type { Tables } from '#server/adapters/database/tables.ts';
import { countsOf, raisePrintRevision, tabsOf, type Write, type Written } from './application-rows.ts';
import type { AcceptedVersions } from './accepted-versions.ts';

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
        const changed = await transaction
          .insertInto('add_another')
          .values({ account_id: accountId, button_id: buttonId, num_components: numComponents })
          .onConflict((conflict) =>
            conflict
              .columns(['account_id', 'button_id'])
              .doUpdateSet({ num_components: numComponents })
              .where('add_another.num_components', '!=', numComponents),
          )
          .returning('account_id')
          .executeTakeFirst();
        if (changed !== undefined) await raisePrintRevision(transaction, accountId);
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
        const changed = await transaction
          .insertInto('tabs')
          .values({ account_id: accountId, tab_id: tabId, chosen_tab: chosenTab })
          .onConflict((conflict) =>
            conflict
              .columns(['account_id', 'tab_id'])
              .doUpdateSet({ chosen_tab: chosenTab })
              .where('tabs.chosen_tab', '!=', chosenTab),
          )
          .returning('account_id')
          .executeTakeFirst();
        if (changed !== undefined) await raisePrintRevision(transaction, accountId);
        return tabsOf(transaction, accountId);
      });
    },
  };
}
