import { useMemo, type ReactNode } from 'react';
import { useCounts, useShowCount } from './add-another.ts';
import { useDocumentAnswers } from './documents.ts';
import { type ServerState, ServerStateProvider, type WaitingState } from './server-state.ts';
import { useChosenTabs, useShowTab } from './tabs.ts';
import type { VisitorTabs } from './visitor-tabs.ts';

/** What the server has of somebody with an account, from the query cache; where it knows of no tab, the one chosen before. */
export function AccountState({
  tabs,
  waiting,
  isLoggedIn,
  children,
}: {
  readonly tabs: VisitorTabs;
  readonly waiting: WaitingState;
  /** Not for a moment longer than that is anything asked for. */
  readonly isLoggedIn: boolean;
  readonly children: ReactNode;
}) {
  const counts = useCounts(isLoggedIn, waiting);
  const ownTabs = useChosenTabs(isLoggedIn, waiting);
  const documents = useDocumentAnswers(isLoggedIn);
  const showCount = useShowCount();
  const showTab = useShowTab();
  const state = useMemo<ServerState>(
    () => ({ counts, chosenTabs: { ...tabs.getChosen(), ...ownTabs }, documents, showCount, showTab }),
    [counts, tabs, ownTabs, documents, showCount, showTab],
  );
  return <ServerStateProvider value={state}>{children}</ServerStateProvider>;
}
