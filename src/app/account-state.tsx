import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, type ReactNode } from 'react';
import { loadLists, queryKeys, useQueryState } from '#api/queries.ts';
import {
  type ChosenTabs,
  type Counts,
  type DocumentAnswers,
  type ServerState,
  ServerStateProvider,
} from '#api/server-state.ts';
import { useApplication, useWho } from '#application/hooks.ts';

const NO_DOCUMENTS: DocumentAnswers = {};

/** Loads the server's state of an applicant with an account, and provides it from the query cache. */
export function AccountState({ children }: { readonly children: ReactNode }) {
  const client = useQueryClient();
  const { visitorTabs } = useApplication().state;
  const { is_logged_in: isLoggedIn } = useWho();
  const counts = useQueryState<Counts>(queryKeys.addAnother)?.data;
  const ownTabs = useQueryState<ChosenTabs>(queryKeys.tabs)?.data;
  const documents = useQueryState<DocumentAnswers>(queryKeys.documentAnswers)?.data ?? NO_DOCUMENTS;
  useEffect(() => {
    if (isLoggedIn) loadLists(client);
  }, [client, isLoggedIn]);
  const state = useMemo<ServerState>(
    () => ({
      counts,
      // A tab group unknown to the server shows the tab chosen before the login.
      chosenTabs: { ...visitorTabs, ...ownTabs },
      documents,
      showCount: (buttonId, count) =>
        client.setQueryData<Counts>(queryKeys.addAnother, (known) => ({ ...known, [buttonId]: count })),
      showTab: (tabId, tab) =>
        client.setQueryData<ChosenTabs>(queryKeys.tabs, (known) => ({ ...known, [tabId]: tab })),
    }),
    [client, counts, visitorTabs, ownTabs, documents],
  );
  return <ServerStateProvider value={state}>{children}</ServerStateProvider>;
}
