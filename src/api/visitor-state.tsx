import { useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { type ServerState, ServerStateProvider } from './server-state.ts';
import type { VisitorTabs } from './visitor-tabs.ts';

/** Provides the state of a visitor without an account: everything but the chosen tabs is empty. */
export function VisitorState({
  tabs,
  children,
}: {
  readonly tabs: VisitorTabs;
  readonly children: ReactNode;
}) {
  const chosenTabs = useSyncExternalStore(tabs.subscribe, tabs.getChosen, tabs.getChosen);
  const state = useMemo<ServerState>(
    () => ({
      counts: {},
      chosenTabs,
      documents: {},
      showCount: () => undefined,
      showTab: tabs.choose,
    }),
    [tabs, chosenTabs],
  );
  return <ServerStateProvider value={state}>{children}</ServerStateProvider>;
}
