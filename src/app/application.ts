import { AnswersFacade } from '#answers/answers-facade.ts';
import { NetworkError, sentenceFor, UnauthorizedError } from '#api/errors.ts';
import { VisitorTabs } from '#api/visitor-tabs.ts';
import { SESSION_INVALID } from '#contract/sentences.ts';
import { isKnownHere, webStatuses, type WebStatus } from '#contract/standing.ts';
import { afterFrame } from '#device/after-frame.ts';
import { clock } from '#device/clock.ts';
import { Device } from '#device/device.ts';
import { continuedKey, isPutBack } from '#first-visit/first-look.ts';
import { formRoutes } from '#form/routes.ts';
import { todayIn } from '#form/today.ts';
import type { LogoutOutcome, SessionActions } from '#session/session-actions.ts';
import { Session } from '#session/session.ts';
import { tenant } from '#tenant/tenant.ts';
import { definePart } from '#ui/use-part.ts';
import type { Account, Application, Loaded } from './application-types.ts';
import type { Guide } from './guide.ts';
import { InstallOffer } from './install-offer.ts';
import { OperatorBanner } from './operator-banner.ts';
import { Updates } from './updates.ts';
import { watchThePage } from './watch-the-page.ts';

const IDLE_LOGOUT = 'You have been automatically logged out due to inactivity.';
/** Logging out waits at most this long for the last save. */
const LOGOUT_PATIENCE_MS = 5000;

/** Loaded for those who have an account, or are about to get one. A first visit does not need it. */
const accountPart = definePart(
  () => import('./account.tsx'),
  (module) => module,
);

/** True if the visitor has a session or a token. */
export function needsAccount(query: URLSearchParams): boolean {
  return isKnownHere(document.cookie, query, tenant.identityCookiePrefix);
}

async function fetchAccountPart() {
  try {
    return await accountPart.load();
  } catch (error) {
    throw new NetworkError('A part of the page did not come.', { cause: error });
  }
}

/**
 * Makes the parts and ties them together.
 *
 * @param prerenderedOn the date on which the page was prerendered; `undefined` if it was not
 */
export function makeApplication(guide: Guide, prerenderedOn?: string): Application {
  const device = new Device();
  const session = new Session();
  const visitorTabs = new VisitorTabs();
  const banner = new OperatorBanner(clock);
  let account: Account | undefined;
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
    isPutBack,
    continuedKey,
    onActiveElsewhere: (at) => account?.presence.activeElsewhere(at),
    onLoginElsewhere: () => guide.reload(),
    onLogoutElsewhere: () => left(SESSION_INVALID),
  });

  async function fetchAccount(): Promise<Account> {
    const { ApplicantAccount } = await fetchAccountPart();
    account ??= new ApplicantAccount({
      device,
      clock,
      answers,
      visitorTabs,
      onIdle(state) {
        setWarning(state === 'warning');
        if (state === 'expired') void endIdle();
      },
      onUnauthorized: () => unauthorized(),
      onAlreadySubmitted() {
        if (session.get().web_status !== 'submitted') actions.setWebStatus('submitted');
      },
    });
    return account;
  }

  /** Clears the session, and all data that was fetched for it. */
  function forget(): void {
    setWarning(false);
    session.end();
    account?.left();
  }

  /** Clears the session and its data, and leads to the login. */
  function left(message: string | undefined): void {
    forget();
    guide.goToLogin(message);
  }

  function unauthorized(): void {
    if (!session.get().is_logged_in) return;
    void answers.owners.automaticLogout();
    left(SESSION_INVALID);
  }

  async function endIdle(): Promise<void> {
    // Seal the answers before anything is shown: somebody else may have opened the laptop.
    const sealed = answers.owners.automaticLogout();
    left(IDLE_LOGOUT);
    await sealed;
    // If this call fails, the server's own time limit ends the session.
    await account?.logOut().catch(() => undefined);
  }

  async function logOut({ evenIfPending = false } = {}): Promise<LogoutOutcome> {
    if (!evenIfPending) {
      const isSaved = await answers.flush(LOGOUT_PATIENCE_MS);
      if (!isSaved || answers.pending > 0) return { status: 'pending', pending: answers.pending };
    }
    try {
      await (await fetchAccount()).logOut();
    } catch (error) {
      // If the session has already ended, the applicant has what they asked for.
      if (!(error instanceof UnauthorizedError)) return { status: 'failed', message: sentenceFor(error) };
    }
    await answers.owners.chosenLogout();
    left(SESSION_INVALID);
    return { status: 'done' };
  }

  const actions: SessionActions = {
    async loggedIn(username: string) {
      await account?.meeting.end();
      if (await answers.owners.admit(username)) forget();
      session.loggedIn();
    },
    changedPage: () => session.changedPage(),
    async submit(today: string) {
      const { web_status: webStatus } = session.get();
      return (await fetchAccount()).submit({ webStatus, setWebStatus: actions.setWebStatus, today });
    },
    setWebStatus(status: WebStatus) {
      session.setWebStatus(status);
      const known = session.get().web_status;
      answers.owners.remember({ web_status: known === null ? [] : statusesUpTo(known) });
      // The server has stamped the submission: fetch that stamp.
      if (status === 'submitted') answers.reread();
      else answers.enqueue({ kind: 'web-status', web_status: status });
    },
    visited(path: string) {
      const route = formRoutes.find((known) => known === path);
      if (route === undefined || session.get().last_page === route) return;
      session.setLastPage(route);
      answers.owners.remember({ last_page: route });
      answers.enqueue({ kind: 'last-page', last_page: route });
    },
    logOut,
    isSharedComputer: () => device.isShared,
    setSharedComputer: (isShared) => device.setShared(isShared),
    clearDevice: () => answers.owners.chosenLogout(),
    idle: {
      subscribe(listener) {
        idleListeners.add(listener);
        return () => idleListeners.delete(listener);
      },
      isWarning: () => isWarning,
      stay: () => account?.presence.stay(),
      logOut: () => void endIdle(),
    },
  };

  async function arrived(isOffline: boolean): Promise<void> {
    await (await fetchAccount()).arrived(isOffline);
    if (session.get().web_status === null) actions.setWebStatus('started');
  }

  /** True until the first screen shows a prerendered page: only first-time visitors get one. */
  let isKnownToBeNew = prerenderedOn !== undefined;

  let shown: () => void = () => undefined;
  const whenShown = new Promise<void>((resolve) => {
    shown = () => {
      isKnownToBeNew = false;
      application.updates.hasScreen = true;
      resolve();
    };
  });

  async function loadOther(search: string): Promise<Loaded> {
    const query = new URLSearchParams(search);
    await account?.meeting.end();
    if (needsAccount(query)) {
      const { loadApplication } = await fetchAccountPart();
      return loadApplication(application, query);
    }
    // Deletes what an earlier visit left here; seals answers that have not reached the account.
    await answers.owners.automaticLogout();
    return { kind: 'visitor' };
  }

  const application: Application = {
    clock,
    device,
    answers,
    session,
    actions,
    visitorTabs,
    fetchAccount,
    expectsAccount: prerenderedOn === undefined && needsAccount(new URLSearchParams(location.search)),
    installOffer: new InstallOffer(device),
    updates: new Updates({
      clock,
      saveEverything: (patienceMs) => answers.flush(patienceMs),
      isKept: () => device.getStatus().kind !== 'memory-only',
      say: banner.say,
    }),
    banner,
    prerenderedOn,
    load: (search) => (isKnownToBeNew ? { kind: 'visitor' } : loadOther(search)),
    arrived,
    unauthorized,
    shown,
    whenShown,
    watchThePage: () => watchThePage(answers, () => account),
    close() {
      answers.close();
      account?.documents.close();
    },
  };
  return application;
}

function statusesUpTo(status: WebStatus): { web_status: string }[] {
  return webStatuses.slice(0, webStatuses.indexOf(status) + 1).map((web_status) => ({ web_status }));
}
