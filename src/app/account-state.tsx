import { type QueryClient, type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { queryKeys } from '#api/queries.ts';
import {
  type ChosenTabs,
  type Counts,
  type DocumentAnswers,
  type ServerState,
  ServerStateProvider,
} from '#api/server-state.ts';
import { useApplication, useWho } from '#application/hooks.ts';
import { useShownElsewhere } from './use-shown-elsewhere.ts';

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
  const tell = useShownElsewhere((shown) => {
    if (shown.kind === 'tab') show(client, queryKeys.tabs, shown.id, shown.tab);
    else show(client, queryKeys.addAnother, shown.id, shown.count);
  });
  const state = useMemo<ServerState>(
    () => ({
      counts,
      // A tab group unknown to the server shows the tab chosen before the login.
      chosenTabs: { ...visitorTabs, ...ownTabs },
      documents,
      showCount(id, count) {
        show(client, queryKeys.addAnother, id, count);
        tell({ kind: 'count', id, count });
      },
      showTab(id, tab) {
        show(client, queryKeys.tabs, id, tab);
        tell({ kind: 'tab', id, tab });
      },
    }),
    [client, counts, visitorTabs, ownTabs, documents, tell],
  );
  return <ServerStateProvider value={state}>{children}</ServerStateProvider>;
}

function show(client: QueryClient, queryKey: QueryKey, id: string, value: string | number): void {
  client.setQueryData<Readonly<Record<string, unknown>>>(queryKey, (known) => ({ ...known, [id]: value }));
}
