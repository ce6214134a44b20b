import type { QueryClient } from '@tanstack/react-query';
import { AnswersFacade } from '#answers/start.ts';
import type { Operation } from '#answers/records.ts';
import { refreshDocuments } from '#api/documents.ts';
import { sentenceFor, SESSION_INVALID, UnauthorizedError } from '#api/errors.ts';
import { makeQueryClient } from '#api/query-client.ts';
import { queryKeys } from '#api/query-keys.ts';
import { QueryPersistence } from '#api/query-persistence.ts';
import { call } from '#api/request.ts';
import { getAddAnother, putAddAnother } from '#contract/add-another.ts';
import { putAnswer } from '#contract/answer.ts';
import { formRoutes, putLastPage } from '#contract/last-page.ts';
import { logout } from '#contract/logout.ts';
import { getProfile } from '#contract/profile.ts';
import { putTabs } from '#contract/tabs.ts';
import { postValidations } from '#contract/validations.ts';
import { postWebStatus, type WebStatus } from '#contract/web-status.ts';
import { afterFrame } from '#device/after-frame.ts';
import { clock, type Clock } from '#device/clock.ts';
import { Device } from '#device/device.ts';
import { documentWire } from '#documents/document-wire.ts';
import { Documents } from '#documents/documents.ts';
import { repeaters, tabGroups } from '#form/stored-keys.ts';
import { todayIn } from '#form/today.ts';
import { IdleTimer } from '#session/idle-timer.ts';
import { KeepAlive } from '#session/keep-alive.ts';
import type { LogoutOutcome, SessionActions } from '#session/session-actions.ts';
import { Session } from '#session/session.ts';
import { tenant } from '#tenant/tenant.ts';
import { preloadModal } from '#ui/modal.tsx';
import { toasts } from '#ui/toast-queue.ts';
import type { Guide } from './guide.ts';
import { type Loaded, loadApplication } from './load-application.ts';
import { InstallOffer } from './install-offer.ts';
import { Updates } from './updates.ts';

const IDLE_LOGOUT = 'You have been automatically logged out due to inactivity.';
/** How long logging out waits for what is still to be saved. */
const LOGOUT_PATIENCE_MS = 5000;

/** The parts of the running client, made once. */
export interface Application {
  readonly clock: Clock;
  readonly device: Device;
  readonly answers: AnswersFacade;
  readonly documents: Documents;
  readonly session: Session;
  readonly actions: SessionActions;
  readonly queries: QueryClient;
  readonly updates: Updates;
  readonly installOffer: InstallOffer;
  /** The day that a prerendered page was made on, `YYYY-MM-DD` at the university. */
  readonly prerenderedOn: string | undefined;
  /** Finds out who is here; at once where that is known. */
  readonly load: (search: string) => Loaded | Promise<Loaded>;
  /**
   * Somebody has just been found to be logged in: the idle timer starts, the status is posted.
   *
   * @param isOffline whether this device alone says so, for want of a network
   */
  readonly arrived: (isOffline: boolean) => Promise<void>;
  /** The session is no longer good: everything is cleared from the screen, what waits stays sealed. */
  readonly unauthorized: () => void;
  /** The first screen stands, or has taken over the page that was there before it. */
  readonly shown: () => void;
  readonly whenShown: Promise<void>;
  /** Listens to what the page itself tells. */
  readonly watchThePage: () => void;
  /** Ends the channels to other tabs. */
  readonly close: () => void;
}

async function postOperation(operation: Operation): Promise<void> {
  switch (operation.kind) {
    case 'web-status':
      await call(postWebStatus, { body: { web_status: operation.web_status } });
      return;
    case 'last-page':
      await call(putLastPage, { body: { last_page: operation.last_page } });
      return;
    case 'tabs':
      await call(putTabs, { body: { tab_id: operation.tab_id, chosen_tab: operation.chosen_tab } });
      return;
    case 'add-another':
      await call(putAddAnother, {
        body: { button_id: operation.button_id, num_components: operation.num_components },
      });
      return;
    case 'validations':
      await call(postValidations, { body: operation.messages });
      return;
    default:
      operation satisfies never;
  }
}

/** Tells what could not be done, and shows again what the server has. */
function sayRefused(operation: Operation, queries: QueryClient): void {
  if (operation.kind === 'add-another') {
    const button = repeaters.find(({ buttonId }) => buttonId === operation.button_id)?.buttonLabel;
    toasts.addError('Add Another Error', `Error adding another ${button ?? operation.button_id}`);
    void queries.invalidateQueries({ queryKey: queryKeys.addAnother });
  }
  if (operation.kind === 'tabs') {
    const group = tabGroups.find(({ tabId }) => tabId === operation.tab_id)?.label;
    toasts.addError('Tab Error', `Error handling tabs for ${group ?? operation.tab_id}`);
    void queries.invalidateQueries({ queryKey: queryKeys.tabs });
  }
}

/**
 * Makes the parts and ties them together.
 *
 * @param prerenderedOn the day that the page was made on, where it was there before the script
 */
export function makeApplication(guide: Guide, prerenderedOn?: string): Application {
  const device = new Device();
  const session = new Session();
  const queries = makeQueryClient();
  const persistence = new QueryPersistence(device, queries);
  const idleListeners = new Set<() => void>();
  let isWarning = false;

  function setWarning(next: boolean): void {
    isWarning = next;
    for (const listener of idleListeners) listener();
  }

  const answers = new AnswersFacade({
    device,
    clock,
    today: () => todayIn(tenant.timeZone, new Date(clock.now())),
    soon: afterFrame,
    wire: {
      putAnswers: async (changed) => void (await call(putAnswer, { body: { answers: changed } })),
      post: postOperation,
      readAnswers: async () => (await call(getProfile, {})).answer,
    },
    onUnauthorized: () => unauthorized(),
    onAlreadySubmitted: () => session.setWebStatus('submitted'),
    onRefused: (operation) => sayRefused(operation, queries),
    onActiveElsewhere: (at) => idleTimer.activeElsewhere(at),
    onLoginElsewhere: () => guide.reload(),
    onLogoutElsewhere: () => left(SESSION_INVALID),
  });

  const documents = new Documents({
    device,
    clock,
    answers,
    wire: documentWire,
    refresh: () => refreshDocuments(queries),
    onUnauthorized: () => unauthorized(),
  });

  const idleTimer = new IdleTimer(
    { now: clock.now, every: clock.every, tellOthers: (at) => answers.tellActive(at) },
    (state) => {
      setWarning(state === 'warning');
      if (state === 'expired') void endIdle();
    },
  );

  const keepAlive = new KeepAlive(clock.now, async () => {
    if (!session.get().is_logged_in) return;
    try {
      await call(getAddAnother, {});
    } catch (error) {
      // Any other failure is for the next save to meet.
      if (error instanceof UnauthorizedError) unauthorized();
    }
  });

  /** Empties screen and caches, and leads to the login. */
  function left(message: string | undefined): void {
    idleTimer.stop();
    setWarning(false);
    session.end();
    void persistence.forget();
    queries.clear();
    guide.goToLogin(message);
  }

  function unauthorized(): void {
    if (!session.get().is_logged_in) return;
    void answers.automaticLogout();
    left(SESSION_INVALID);
  }

  async function endIdle(): Promise<void> {
    // Before anything is shown: a laptop may have been opened by somebody else.
    const sealed = answers.automaticLogout();
    left(IDLE_LOGOUT);
    await sealed;
    // The server's own limit ends the session where this call does not get through.
    await call(logout, {}).catch(() => undefined);
  }

  async function logOut({ evenIfPending = false } = {}): Promise<LogoutOutcome> {
    if (!evenIfPending) {
      const isSaved = await answers.flush(LOGOUT_PATIENCE_MS);
      if (!isSaved || answers.pending > 0) return { status: 'pending', pending: answers.pending };
    }
    try {
      await call(logout, {});
    } catch (error) {
      // A session that has ended already is what was asked for.
      if (!(error instanceof UnauthorizedError)) return { status: 'failed', message: sentenceFor(error) };
    }
    await answers.chosenLogout();
    left(SESSION_INVALID);
    return { status: 'done' };
  }

  const actions: SessionActions = {
    loggedIn: () => session.loggedIn(),
    changedPage: () => session.changedPage(),
    setWebStatus(status: WebStatus) {
      session.setWebStatus(status);
      const known = session.get().web_status;
      answers.rememberProfile({ web_status: known === null ? [] : statusesUpTo(known) });
      if (status !== 'submitted') answers.enqueue({ kind: 'web-status', web_status: status });
    },
    visited(path: string) {
      const route = formRoutes.find((known) => known === path);
      if (route === undefined || session.get().last_page === route) return;
      session.setLastPage(route);
      answers.rememberProfile({ last_page: route });
      answers.enqueue({ kind: 'last-page', last_page: route });
    },
    logOut,
    isSharedComputer: () => {
      const status = device.getStatus();
      return status.kind === 'memory-only' && status.reason === 'shared-computer';
    },
    setSharedComputer: (isShared) => device.setShared(isShared),
    clearDevice: () => answers.chosenLogout(),
    idle: {
      subscribe(listener) {
        idleListeners.add(listener);
        return () => idleListeners.delete(listener);
      },
      isWarning: () => isWarning,
      stay: () => {
        idleTimer.stay();
        keepAlive.active(true);
      },
      logOut: () => void endIdle(),
    },
  };

  async function arrived(isOffline: boolean): Promise<void> {
    idleTimer.start();
    keepAlive.start();
    await persistence.start(answers.owner, isOffline);
    // The idle warning must open without a network too.
    void preloadModal();
    if (session.get().web_status === null) actions.setWebStatus('started');
  }

  /** A page that is prerendered is that of somebody who has not been here; what comes after it is not. */
  let isKnownToBeNew = prerenderedOn !== undefined;

  let shown: () => void = () => undefined;
  const whenShown = new Promise<void>((resolve) => {
    shown = () => {
      isKnownToBeNew = false;
      resolve();
    };
  });

  const application: Application = {
    clock,
    device,
    answers,
    documents,
    session,
    actions,
    queries,
    installOffer: new InstallOffer(device),
    updates: new Updates(clock, () => answers.flush(0)),
    prerenderedOn,
    load: (search) => (isKnownToBeNew ? { kind: 'applicant' } : loadApplication(application, search)),
    arrived,
    unauthorized,
    shown,
    whenShown,
    watchThePage: () => watchThePage(answers, documents, idleTimer, keepAlive, queries),
    close() {
      answers.close();
      documents.close();
    },
  };
  return application;
}

function statusesUpTo(status: WebStatus): { web_status: string }[] {
  const order: readonly WebStatus[] = ['started', 'validating', 'submitted'];
  return order.slice(0, order.indexOf(status) + 1).map((web_status) => ({ web_status }));
}

/** What the page itself tells: the applicant is active, hides it, shows it, is on line again. */
function watchThePage(
  answers: AnswersFacade,
  documents: Documents,
  idleTimer: IdleTimer,
  keepAlive: KeepAlive,
  queries: QueryClient,
): void {
  for (const event of ['pointerdown', 'keydown', 'input', 'scroll'] as const) {
    addEventListener(
      event,
      () => {
        if (idleTimer.active()) keepAlive.active();
      },
      { capture: true, passive: true },
    );
  }
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') {
      answers.leave();
    } else {
      idleTimer.check();
      answers.retry();
      documents.retry();
    }
  });
  addEventListener('pagehide', () => answers.leave());
  addEventListener('pageshow', () => idleTimer.check());
  addEventListener('online', () => {
    answers.retry();
    documents.retry();
    void queries.invalidateQueries();
  });
}
