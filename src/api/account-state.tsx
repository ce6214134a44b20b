import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, type ReactNode } from 'react';
import { loadLists, queryKeys, useQueryState } from './queries.ts';
import {
  type ChosenTabs,
  type Counts,
  type DocumentAnswers,
  type ServerState,
  ServerStateProvider,
} from './server-state.tsx';

const NO_DOCUMENTS: DocumentAnswers = {};

/**
 * Loads the server's state of an applicant with an account, and provides it from the query cache. A tab group unknown
 * to the server shows the tab chosen before the login.
 */
export function AccountState({
  tabs,
  isLoggedIn,
  children,
}: {
  /** The tabs chosen before the login. */
  readonly tabs: ChosenTabs;
  /** No query runs while this is false. */
  readonly isLoggedIn: boolean;
  readonly children: ReactNode;
}) {
  const client = useQueryClient();
  const counts = useQueryState<Counts>(queryKeys.addAnother)?.data;
  const ownTabs = useQueryState<ChosenTabs>(queryKeys.tabs)?.data;
  const documents = useQueryState<DocumentAnswers>(queryKeys.documentAnswers)?.data ?? NO_DOCUMENTS;
  useEffect(() => {
    if (isLoggedIn) loadLists(client);
  }, [client, isLoggedIn]);
  const state = useMemo<ServerState>(
    () => ({
      counts,
      chosenTabs: { ...tabs, ...ownTabs },
      documents,
      showCount: (buttonId, count) =>
        client.setQueryData<Counts>(queryKeys.addAnother, (known) => ({ ...known, [buttonId]: count })),
      showTab: (tabId, tab) =>
        client.setQueryData<ChosenTabs>(queryKeys.tabs, (known) => ({ ...known, [tabId]: tab })),
    }),
    [client, counts, tabs, ownTabs, documents],
  );
  return <ServerStateProvider value={state}>{children}</ServerStateProvider>;
}
