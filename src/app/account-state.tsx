import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo } from 'react';
import { queryKeys } from '#api/queries.ts';
import {
  type ChosenTabs,
  type Counts,
  type DocumentAnswers,
  type ServerState,
  ServerStateProvider,
} from '#api/server-state.ts';
import { useRefusals } from '#application/account/hooks.ts';
import { useApplication, useWho } from '#application/hooks.ts';
import { RefusalsContext } from '#fields/form-context.tsx';
import { type ShownChoice, useShownEverywhere } from './use-shown-everywhere.ts';

const NO_DOCUMENTS: DocumentAnswers = {};

/** Loads the server's state of an applicant with an account, and provides it from the query cache. */
export function AccountState({ children }: { readonly children: ReactNode }) {
  const client = useQueryClient();
  const { visitorTabs } = useApplication().state;
  const { is_logged_in: isLoggedIn } = useWho();
  // A failure is shown where its list is needed.
  const asked = { enabled: isLoggedIn, throwOnError: false };
  const { data: counts } = useQuery<Counts>({ queryKey: queryKeys.addAnother, ...asked });
  const { data: ownTabs } = useQuery<ChosenTabs>({ queryKey: queryKeys.tabs, ...asked });
  const { data: documents = NO_DOCUMENTS } = useQuery<DocumentAnswers>({
    queryKey: queryKeys.documentAnswers,
    ...asked,
  });
  const show = useCallback((shown: ShownChoice) => showIn(client, shown), [client]);
  const choices = useShownEverywhere(show);
  const state = useMemo<ServerState>(
    // A tab group unknown to the server shows the tab chosen before the login.
    () => ({ counts, chosenTabs: { ...visitorTabs, ...ownTabs }, documents, ...choices }),
    [counts, visitorTabs, ownTabs, documents, choices],
  );
  return (
    <RefusalsContext value={useRefusals()}>
      <ServerStateProvider value={state}>{children}</ServerStateProvider>
    </RefusalsContext>
  );
}

function showIn(client: QueryClient, shown: ShownChoice): void {
  const isTab = shown.kind === 'tab';
  client.setQueryData<Readonly<Record<string, unknown>>>(
    isTab ? queryKeys.tabs : queryKeys.addAnother,
    (known) => ({ ...known, [shown.id]: isTab ? shown.tab : shown.count }),
  );
}
