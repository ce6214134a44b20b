import { useMemo, type ReactNode } from 'react';
import { useCounts, useShowCount } from './add-another.ts';
import { useDocumentAnswers } from './documents.ts';
import { type ServerState, ServerStateProvider, type WaitingState } from './server-state.ts';
import { useChosenTabs, useShowTab } from './tabs.ts';
import type { VisitorTabs } from './visitor-tabs.ts';

/**
 * Provides the server's state of an applicant with an account, from the query cache. A tab group unknown to the
 * server shows the tab chosen before the login.
 */
export function AccountState({
  tabs,
  waiting,
  isLoggedIn,
  children,
}: {
  readonly tabs: VisitorTabs;
  readonly waiting: WaitingState;
  /** No query runs while this is false. */
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
