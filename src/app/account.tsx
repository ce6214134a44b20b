import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { connectAccount } from '#application/account/connect.ts';
import { enter } from '#application/account/enter.ts';
import { fileWire } from '#application/account/file-wire.ts';
import { postOperation } from '#application/account/operations.ts';
import { unsentIn } from '#application/account/profile.ts';
import { putAnswers } from '#application/account/send.ts';
import { submitApplication } from '#application/account/submit.ts';
import { UploadsProvider } from '#application/account/upload-hooks.ts';
import { makeUploads, type Uploads } from '#application/account/uploads.ts';
import { callKey } from '#application/calls.ts';
import type { Effect } from '#application/events.ts';
import type { Acts } from '#application/hooks.ts';
import type { Application } from '#application/run.ts';
import { ACCOUNT } from '#application/select.ts';
import {
  compareDocuments,
  lists,
  makeQueryClient,
  ofTabs,
  queryKeys,
  refreshDocuments,
  reload,
} from '#api/queries.ts';
import { persistQueries } from '#api/query-persistence.ts';
import { call, endCalls, nameAccount } from '#api/request.ts';
import { getAddAnother } from '#contract/add-another.ts';
import { SAVE } from '#screens/use-form-actions.ts';
import { preloadDialogs } from '#ui/confirm-dialog.tsx';
import { ignoreStrayPresses } from '#ui/stray-presses.ts';
import { toasts } from '#ui/toast-queue.ts';
import { makeCardVisit } from './account-card.tsx';
import { Dialogs, ownParts } from './account-parts.tsx';
import { AccountRedirects } from './account-redirects.tsx';
import { logOut, makeSession } from './account-session.ts';
import { AccountState } from './account-state.tsx';
import { dropMarkers } from './marker-cookie.ts';
import { sayFailed, sayFile } from './say-failed.ts';
import { countServed } from './served.ts';
import { report } from './unforeseen.ts';

export { loadClient } from './load-client.ts';

/** What only an applicant with an account needs. Nobody else loads its code. */
export type Account = ReturnType<typeof makeAccount>;

/** Connects an account with the application: its calls, query cache and files, and the parts of the page about them. */
export function makeAccount(application: Application) {
  const { state, device } = application;
  ignoreStrayPresses();
  // The list is read in the background.
  const session = makeSession(application, (documents) => void compareDocuments(queries, documents));
  const { onError } = session;
  const ownerNow = () => (state.who.is === 'applicant' ? state.who.owner : '');
  nameAccount(ownerNow);
  const queries = makeQueryClient(onError, ownerNow, () => unsentIn(state));
  const persistence = persistQueries(device, queries);
  const reloadAll = () => reload(queries, ...lists, queryKeys.pdfs);
  const refresh = () => refreshDocuments(queries);
  const uploads = makeUploads(application, {
    wire: fileWire(queries),
    refresh,
    say: sayFile,
    onUnauthorized: onError,
  });

  /** Finds out who is logged in, and loads their answers. Throws an `UnauthorizedError` if the session has ended. */
  async function enterAccount(signal?: AbortSignal): Promise<void> {
    const how = await enter(application, signal);
    if (state.who.is === 'applicant') await persistence.start(state.who.owner, how === 'offline');
    // Loaded now, because the idle warning must open offline too.
    void preloadDialogs();
  }
  const cardVisit = makeCardVisit(enterAccount);
  /** Call when somebody logs in or out. Resolves once no request from before can change who is here. */
  function endRequests(): Promise<void> {
    endCalls();
    return cardVisit.end();
  }

  connectAccount(application, {
    uploads,
    wire: { read: session.readOwn, put: putAnswers, post: postOperation },
    onUnauthorized: onError,
    effects: {
      sayFailed,
      sayRecovered: ({ operation }) => toasts.close(callKey(operation)),
      reportVersions: () => report('revisions'),
      refreshList: ({ kind }) => refreshList(queries, kind),
      forgetAccount() {
        // The marker cookie may outlive the session for a moment.
        void endRequests();
        persistence.stop();
        queries.clear();
      },
      // Only the end of the session matters here. The next save reports any other failure.
      callServer: () => void call(getAddAnother, {}).catch(onError),
      endSession({ owner }) {
        dropMarkers();
        session.end(owner);
      },
    },
    // After an outage, fetch everything again: some queries failed, others have only this device's values.
    onRecovered() {
      toasts.close(SAVE);
      reloadAll();
    },
  });
  countServed(application);
  addEventListener('online', () => {
    // While something is unsent, the lists are read once it is sent.
    if (!state.troubles.has(ACCOUNT)) reloadAll();
  });

  return {
    ownParts,
    Provider: makeProvider(queries, uploads),
    AtCard: cardVisit.AtCard,
    Dialogs,
    enter: enterAccount,
    endCardVisit: cardVisit.end,
    endRequests,
    submit: (today: string) => submitApplication({ application, refreshDocuments: refresh, onError, today }),
    logOut: (options?: Parameters<Acts['logOut']>[0]) => logOut(application, session.end, options),
  };
}

function refreshList(queries: QueryClient, kind: Effect<'refreshList'>['kind']): void {
  if (kind === 'add-another') reload(queries, queryKeys.addAnother);
  if (kind === 'tabs') reload(queries, ...ofTabs);
}

/** Makes the component that provides the form with the server's state of this account. */
function makeProvider(queries: QueryClient, uploads: Uploads) {
  return ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={queries}>
      <UploadsProvider value={uploads}>
        <AccountState>
          <AccountRedirects>{children}</AccountRedirects>
        </AccountState>
      </UploadsProvider>
    </QueryClientProvider>
  );
}
