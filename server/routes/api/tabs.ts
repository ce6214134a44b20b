import { getTabs, putTabs } from '#contract/tabs.ts';
import type { App } from '#server/http/calls.ts';
import { writeOver } from '#server/http/versions.ts';

export function tabsRoutes(app: App): void {
  const { applications } = app.context;

  app.answer(getTabs, async ({ account }) => applications.tabs(account.id));

  app.answer(putTabs, async ({ account, body, ...given }) =>
    writeOver(given, (accepted) =>
      applications.chooseTab(account.id, body.tab_id, body.chosen_tab, accepted),
    ),
  );
}
