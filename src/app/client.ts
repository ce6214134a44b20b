import { missPart, sentenceFor } from '#api/errors.ts';
import type { Acts } from '#application/hooks.ts';
import { accountIn } from '#application/record-names.ts';
import { Application } from '#application/run.ts';
import { afterFrame, clock } from '#device/clock.ts';
import { Device } from '#device/device.ts';
import { watched } from '#device/watched.ts';
import { refocusedKey, isPutBack } from '#first-visit/first-look.ts';
import { todayIn } from '#form/today.ts';
import { tenant } from '#tenant/tenant.ts';
import { definePart } from '#ui/use-part.ts';
import type { Account } from './account.tsx';
import type { Loaded } from './client-types.ts';
import { makeInstallOffer } from './install-offer.ts';
import { hasMarkerCookie, needsAccount } from './marker-cookie.ts';
import { makeUpdates } from './updates.ts';

const accountPart = definePart(() => import('./account.tsx'));
const changesPart = definePart(() => import('#device/changes.ts'));

const fetchAccountPart = () => accountPart.load().catch(missPart);

export type Client = ReturnType<typeof makeClient>;

/**
 * Makes the parts of the running client.
 *
 * @param prerenderedOn the date at the university (`YYYY-MM-DD`) on which this page was prerendered, if it was
 */
export function makeClient(prerenderedOn?: string) {
  const device = new Device(accountIn);
  let account: Account | undefined;
  const application = new Application({
    device,
    loadChanges: changesPart.load,
    clock,
    today: () => todayIn(tenant.timeZone, new Date(clock.now())),
    isRestored: isPutBack,
    refocusedKey,
    reload: () => void application.save(0).then(() => location.reload()),
    soon: afterFrame,
  });

  /** Makes the `Account`, once. Throws a `NetworkError` if its code cannot be loaded. */
  async function fetchAccount(): Promise<Account> {
    const { makeAccount } = await fetchAccountPart();
    return (account ??= makeAccount(application));
  }

  const acts: Acts = {
    async loggedIn(username) {
      if (!hasMarkerCookie()) return false;
      await account?.endRequests();
      await application.admit(username);
      return true;
    },
    submit: async (today) => (await fetchAccount()).submit(today),
    logOut: (options) =>
      fetchAccount().then(
        (one) => one.logOut(options),
        (error: unknown) => ({ status: 'failed', message: sentenceFor(error) }),
      ),
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
    // Deletes what an earlier visit left here; seals answers that have not reached the account.
    if (!hasMarkerCookie()) await application.leave('expired');
    if (!needsAccount(query)) return { kind: 'visitor' };
    const { loadClient } = await fetchAccountPart();
    return loadClient(client, query);
  }

  /** The operator's banner. It outlives the pages that show it, so that closing it once is enough. */
  const banner = watched<string | undefined>(undefined);
  const client = {
    application,
    acts,
    fetchAccount,
    installOffer: makeInstallOffer(device),
    updates: makeUpdates(application, banner.set),
    banner,
    prerenderedOn,
    /** Finds out who is here. Returns at once, not a promise, if that is known. */
    load(search: string): Loaded | Promise<Loaded> {
      // Only first-time visitors get a prerendered page.
      const isNew = prerenderedOn !== undefined && !client.updates.hasScreen;
      return isNew ? { kind: 'visitor' } : loadOther(search);
    },
    /** Call once the first screen is rendered, or has hydrated the prerendered page. */
    shown,
    whenShown,
  };
  return client;
}
