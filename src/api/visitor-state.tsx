import { useMemo, type ReactNode } from 'react';
import { type ChosenTabs, type ServerState, ServerStateProvider } from './server-state.ts';

/** Provides the state of a visitor without an account: everything but the chosen tabs is empty. */
export function VisitorState({
  chosenTabs,
  onChoose,
  children,
}: {
  readonly chosenTabs: ChosenTabs;
  readonly onChoose: (tabId: string, tab: string) => void;
  readonly children: ReactNode;
}) {
  const state = useMemo<ServerState>(
    () => ({
      counts: {},
      chosenTabs,
      documents: {},
      showCount: () => undefined,
      showTab: onChoose,
    }),
    [chosenTabs, onChoose],
  );
  return <ServerStateProvider value={state}>{children}</ServerStateProvider>;
}
