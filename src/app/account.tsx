import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { connectAccount } from '#application/account/connect.ts';
import { enter, remembered } from '#application/account/enter.ts';
import { fileWire } from '#application/account/file-wire.ts';
import { postOperation } from '#application/account/operations.ts';
import { unsentIn } from '#application/account/profile.ts';
import { putAnswers } from '#application/account/send.ts';
import { submitApplication } from '#application/account/submit.ts';
import { UploadsProvider } from '#application/account/upload-hooks.ts';
import { makeUploads } from '#application/account/uploads.ts';
import { type Acts, useWho } from '#application/hooks.ts';
import { placeOf } from '#application/calls.ts';
import { ownerOf } from '#application/records.ts';
import type { Application } from '#application/run.ts';
import { ACCOUNT, pendingIn } from '#application/select.ts';
import { sentenceFor, UnauthorizedError } from '#api/errors.ts';
import {
  compareDocuments,
  lists,
  makeQueryClient,
  ofTabs,
  queryKeys,
  readProfile,
  refreshDocuments,
  reload,
} from '#api/queries.ts';
import { persistQueries } from '#api/query-persistence.ts';
import { sessionEnded } from '#api/refusals.ts';
import { call } from '#api/request.ts';
import { getAddAnother } from '#contract/add-another.ts';
import { logout } from '#contract/logout.ts';
import { SAVE } from '#screens/use-form-actions.ts';
import { InactivityModal } from '#shell/inactivity-modal.tsx';
import { paths } from '#shell/paths.ts';
import { preloadModal } from '#ui/modal.tsx';
import { toasts } from '#ui/toast-queue.ts';
import { Dialogs, ownParts } from './account-parts.tsx';
import { AccountRedirects } from './account-redirects.tsx';
import { AccountState } from './account-state.tsx';
import { dropMarkers, hasMarkerCookie, markersNow } from './marker-cookie.ts';
import { sayFailed, sayFile } from './say-failed.ts';
import { report } from './unforeseen.ts';

export { loadClient } from './load-client.ts';

/** Logging out waits at most this long for the last save. */
const LOGOUT_PATIENCE_MS = 5000;

/** What only an applicant with an account needs. Its code is loaded for them alone. */
export type Account = ReturnType<typeof makeAccount>;

/** Has an account take part in the application: its calls, query cache and files, and the parts of the page about them. */
export function makeAccount(application: Application) {
  const { state, device } = application;
  const ownerNow = () => (state.who.is === 'applicant' ? state.who.owner : '');
  const queries = makeQueryClient(hear, ownerNow, () => unsentIn(state));
  const persistence = persistQueries(device, queries);
  /** The markers of the session in which the account was read last. */
  let markers: string | undefined;
  /** Those at the start, which may have been without a network. */
  let enteredWith: string | undefined;
  const read: typeof readProfile = async (input) => {
    const present = markersNow();
    const reading = await readProfile(input);
    markers = present;
    return reading;
  };
  const reloadAll = () => reload(queries, ...lists, queryKeys.pdfs);
  /** The session of this browser is live, but another account's. */
  let isAnothers = false;

  function onUnauthorized(): void {
    if (!isAnothers) dropMarkers();
    if (state.who.is === 'applicant' || state.who.is === 'arriving') void application.leave('expired');
  }

  /** Leads the applicant to the login if any call finds that the session has ended (specification §8). */
  function hear(error: unknown): void {
    if (error instanceof UnauthorizedError) onUnauthorized();
  }

  /** Reads the account. Rejects with an `UnauthorizedError` also if the session is another one's. */
  async function readOwn() {
    const { profile, revision } = await read({});
    isAnothers = state.who.is === 'applicant' && (await ownerOf(profile.username)) !== state.who.owner;
    if (isAnothers) {
      markers = undefined;
      throw sessionEnded();
    }
    // Another device may have attached or deleted a file. Nobody waits for the list.
    void compareDocuments(queries, profile.document_answer);
    return { profile: remembered(profile), answers: profile.answer, revision };
  }

  /** Call before a change that goes without a revision: a page that slept has not heard of another log-in. Rejects as `readOwn`. */
  async function confirmOwn(): Promise<void> {
    if (markersNow() !== markers) await readOwn();
  }

  const refresh = () => refreshDocuments(queries);
  const uploads = makeUploads(application, {
    wire: fileWire(queries, confirmOwn),
    refresh,
    say: sayFile,
    onUnauthorized,
  });

  /** Finds out who is logged in, and loads their answers. Throws an `UnauthorizedError` if the session has ended. */
  async function enterAccount(signal?: AbortSignal): Promise<void> {
    enteredWith = markersNow();
    const how = await enter(application, read, signal);
    if (state.who.is === 'applicant') await persistence.start(state.who.owner, how === 'offline');
    // Loaded now, because the idle warning must open offline too.
    void preloadModal();
  }

  const cardVisit = new AbortController();
  let found: Promise<void> | undefined;

  /**
   * Finds out at a card who is logged in, once, if the visit begins there. A form page finds it out by itself, and a
   * login makes what was found untrue.
   */
  function beginCardVisit(): void {
    if (cardVisit.signal.aborted || !hasMarkerCookie()) return;
    // Nothing is lost if it fails: the card works for a visitor, and the form page after it tries again.
    found ??= enterAccount(cardVisit.signal).catch((error: unknown) => {
      if (error instanceof UnauthorizedError) dropMarkers();
    });
  }

  /** Resolves once nothing that a card has begun can change who is here any more. */
  async function endCardVisit(): Promise<void> {
    cardVisit.abort();
    await found;
  }

  /** What a card needs of an account: who is logged in, the idle warning, and the way to a submitted application. */
  function AtCard() {
    const { web_status: status } = useWho();
    useEffect(beginCardVisit, []);
    return status === 'submitted' ? <Navigate to={paths.completion} replace /> : <InactivityModal />;
  }

  const logOut: Acts['logOut'] = async ({ evenIfPending = false } = {}) => {
    if (!evenIfPending) {
      const isSaved = await application.save(LOGOUT_PATIENCE_MS);
      const pending = pendingIn(state);
      if (!isSaved || pending > 0) return { status: 'pending', pending };
    }
    try {
      await confirmOwn();
      await call(logout, {});
      dropMarkers();
    } catch (error) {
      // If the session has already ended, the applicant has what they asked for.
      if (!(error instanceof UnauthorizedError)) return { status: 'failed', message: sentenceFor(error) };
    }
    // What no account has yet stays: a draft that is still to be merged, and what was entered during the call.
    const isSaved = state.who.is === 'applicant' && (evenIfPending || pendingIn(state) === 0);
    await application.leave(isSaved ? 'chosen' : 'expired');
    return { status: 'done' };
  };

  connectAccount(application, {
    uploads,
    wire: {
      read: readOwn,
      put: putAnswers,
      post: (operation) => confirmOwn().then(() => postOperation(operation)),
    },
    onUnauthorized,
    effects: {
      sayFailed,
      sayRecovered: ({ operation }) => toasts.close(placeOf(operation)),
      reportRevisions: () => report('revisions'),
      refreshList({ kind }) {
        if (kind === 'add-another') reload(queries, queryKeys.addAnother);
        if (kind === 'tabs') reload(queries, ...ofTabs);
      },
      forgetAccount() {
        // The marker cookie may outlive the session for a moment.
        void endCardVisit();
        void persistence.forget();
        queries.clear();
      },
      // The next save meets any other failure and reports it.
      callServer: () => void call(getAddAnother, {}).catch(hear),
      // If this call fails, the server's own time limit ends the session. One of a log-in since is left alone.
      endSession() {
        const present = markersNow();
        if (present !== markers && present !== enteredWith) return;
        void call(logout, {}).catch(() => undefined);
        dropMarkers();
      },
    },
    // After an outage, fetch everything again: some queries failed, others were answered by this device alone.
    onRecovered() {
      toasts.close(SAVE);
      reloadAll();
    },
  });

  addEventListener('online', () => {
    // While something waits, the lists follow once it is sent.
    if (!state.troubles.has(ACCOUNT)) reloadAll();
  });

  return {
    ownParts,
    /** Provides the form with the server's state of this account. */
    Provider: ({ children }: { readonly children: ReactNode }) => (
      <QueryClientProvider client={queries}>
        <UploadsProvider value={uploads}>
          <AccountState>
            <AccountRedirects>{children}</AccountRedirects>
          </AccountState>
        </UploadsProvider>
      </QueryClientProvider>
    ),
    AtCard,
    Dialogs,
    enter: enterAccount,
    endCardVisit,
    submit: (today: string) =>
      submitApplication({ application, refreshDocuments: refresh, onError: hear, today }),
    logOut,
  };
}
