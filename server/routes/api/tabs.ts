import { getTabs, putTabs } from '#contract/tabs.ts';
import type { App } from '#server/http/calls.ts';

export function tabsRoutes(app: App): void {
  const { applications } = app.context;

  app.answer(getTabs, async ({ account }) => applications.tabs(account.id));

  app.answer(putTabs, async ({ account, body }) =>
    applications.chooseTab(account.id, body.tab_id, body.chosen_tab),
  );
}
