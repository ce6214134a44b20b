import { NetworkError, sentenceFor, UnauthorizedError } from '#api/errors.ts';
import type { Acts } from '#application/acts.ts';
import { admit, claimFor } from '#application/arrive.ts';
import { ownerIn } from '#application/records.ts';
import { Application } from '#application/run.ts';
import { pendingIn } from '#application/select.ts';
import { isKnownHere } from '#contract/marker-cookie.ts';

import { afterFrame, clock } from '#device/clock.ts';
import { Device } from '#device/device.ts';
import { refocusedKey, isPutBack } from '#first-visit/first-look.ts';
import { todayIn } from '#form/today.ts';
import { tenant } from '#tenant/tenant.ts';
import { definePart } from '#ui/use-part.ts';
import type { Account, Client, Loaded } from './client-types.ts';
import { makeInstallOffer } from './install-offer.ts';
import { makeBanner } from './operator-banner.ts';
import type { OutsideNavigation } from './outside-navigation.ts';
import { Updates } from './updates.ts';

/** Logging out waits at most this long for the last save. */
const LOGOUT_PATIENCE_MS = 5000;

const accountPart = definePart(() => import('./account.tsx'));

/** Whether the visitor has a session or a token. */
export function needsAccount(query: URLSearchParams): boolean {
  return isKnownHere(document.cookie, query, tenant.identityCookiePrefix);
}

async function fetchAccountPart() {
  try {
    return await accountPart.load();
  } catch (error) {
    throw new NetworkError('A part of the page did not load.', { cause: error });
  }
}

export function makeClient(navigation: OutsideNavigation, prerenderedOn?: string): Client {
  const device = new Device(ownerIn);
  let account: Account | undefined;
  const application = new Application({
    device,
    clock,
    today: () => todayIn(tenant.timeZone, new Date(clock.now())),
    isRestored: isPutBack,
    refocusedKey,
    goToLogin: navigation.goToLogin,
    reload: () => void application.save(0).then(() => location.reload()),
    soon: afterFrame,
  });

  async function fetchAccount(): Promise<Account> {
    const { makeAccount } = await fetchAccountPart();
    return (account ??= makeAccount(application));
  }

  const acts: Acts = {
    async loggedIn(username) {
      await account?.endCardVisit();
      await admit(application, username);
    },
    signedUp: (username) => claimFor(application, username),
    submit: async (today) => (await fetchAccount()).submit(today),
    async logOut({ evenIfPending = false } = {}) {
      if (!evenIfPending) {
        const isSaved = await application.save(LOGOUT_PATIENCE_MS);
        const pending = pendingIn(application.state);
        if (!isSaved || pending > 0) return { status: 'pending', pending };
      }
      try {
        await (await fetchAccount()).logOut();
      } catch (error) {
        // If the session has already ended, the applicant has what they asked for.
        if (!(error instanceof UnauthorizedError)) return { status: 'failed', message: sentenceFor(error) };
      }
      await application.leave('chosen');
      return { status: 'done' };
    },
    stay: () => application.dispatch({ type: 'active', isChosen: true }),
    leaveIdle: () => void application.leave('idle'),
    isSharedComputer: () => device.isShared,
    setSharedComputer: (isShared) => device.setShared(isShared),
    clearDevice: () => application.leave('chosen'),
  };

  let shown: () => void = () => undefined;
  const whenShown = new Promise<void>((resolve) => {
    shown = () => {
      client.updates.hasScreen = true;
      resolve();
    };
  });

  async function loadOther(search: string): Promise<Loaded> {
    const query = new URLSearchParams(search);
    await account?.endCardVisit();
    if (needsAccount(query)) {
      const { loadClient } = await fetchAccountPart();
      return loadClient(client, query);
    }
    // Deletes what an earlier visit left here; seals answers that have not reached the account.
    await application.leave('expired');
    return { kind: 'visitor' };
  }

  const banner = makeBanner(clock);
  const client: Client = {
    application,
    acts,
    fetchAccount,
    account: () => account,
    expectsAccount: prerenderedOn === undefined && needsAccount(new URLSearchParams(location.search)),
    installOffer: makeInstallOffer(device),
    updates: new Updates({
      clock,
      saveEverything: (patienceMs) => application.save(patienceMs),
      isKept: () => device.getStatus().kind !== 'memory-only',
      say: banner.say,
    }),
    banner,
    prerenderedOn,
    load(search) {
      // Only first-time visitors get a prerendered page.
      const isNew = prerenderedOn !== undefined && !client.updates.hasScreen;
      return isNew ? { kind: 'visitor' } : loadOther(search);
    },
    shown,
    whenShown,
  };
  return client;
}
