import { missPart, NO_NETWORK } from '#api/errors.ts';
import type { Application } from '#application/run.ts';
import { watched } from '#device/watched.ts';
import { atRest, onceUnused } from '#ui/at-rest.ts';
import { definePart } from '#ui/use-part.ts';

/** This file loads while the page is at rest, because it is needed when other code does not load. */
const pageAgain = definePart(() => import('./page-again.ts'));
type PageAgain = Awaited<ReturnType<typeof pageAgain.load>>;

/**
 * Finds new releases and offers them. Nothing is replaced until the applicant accepts.
 *
 * @param say shows a sentence at the foot of the page
 */
export function makeUpdates(application: Application, say: (sentence: string) => void) {
  const offered = watched(false);
  const offer = () => offered.set(true);
  let isLooking = false;

  /** After a script failed to load: offers another release if the server has one. A reload could repeat in a loop. */
  async function lookForOther(): Promise<void> {
    void application.save(0);
    // If the code of this check does not load either, its failure would start the check again.
    if (isLooking) return;
    isLooking = true;
    await pageAgain
      .load()
      .then(({ offerOther }) => offerOther(offer))
      .catch(() => undefined);
    isLooking = false;
  }

  const watchForReleases = () => pageAgain.load().then((part) => part.watchReleases(application, offer));

  /** Resolves to whether the page is about to be replaced. If no page can be loaded, the present one says so. */
  async function attempt(act: (part: PageAgain) => Promise<void>): Promise<boolean> {
    try {
      await act(await pageAgain.load());
      return true;
    } catch {
      say(`${NO_NETWORK} What you have typed stays here.`);
      return false;
    }
  }

  const updates = {
    /** Set once a screen is shown, which can stay when the next one does not load. */
    hasScreen: false,
    offered,

    /** Registers the worker while nobody types, taps or scrolls. Checks for new releases from then on. */
    start(): void {
      if (import.meta.env.DEV) return;
      addEventListener('partmissing', () => void lookForOther());
      // Registering would keep a worker that is to be removed. If this call fails, the next visit tries again.
      const begin = () =>
        void (import.meta.env.IS_WORKER_KILLED ? unregister() : watchForReleases()).catch(() => undefined);
      // An installed worker may announce a release at any moment. On a first visit, the worker fetches the whole
      // application, which would slow down the first typing. So a first visit waits longer.
      const isFirstVisit = !navigator.serviceWorker?.controller && !import.meta.env.IS_WORKER_KILLED;
      const soon = () => void (isFirstVisit ? onceUnused(begin) : atRest(begin));
      if (document.readyState === 'complete') soon();
      else addEventListener('load', soon, { once: true });
    },

    /** Switches to the new release that the applicant has accepted. Resolves to false if it cannot be loaded now. */
    accept: () => attempt(({ accept }) => accept(application)),

    /** Loads the page again, or says that there is no connection. */
    loadAgain: () => attempt(({ loadAgain }) => loadAgain()),

    /** Loads the page again if the server can be reached. Resolves to false, and says nothing, if it cannot. */
    loadIfServed: () =>
      pageAgain.load().then(
        (part) => part.loadIfServed(),
        () => false,
      ),

    /**
     * Call when a screen that the applicant has opened did not load. The screen before stays and says that there is no
     * connection, or the whole page is loaded. Throws a `NetworkError` if there is no screen before.
     */
    async missed(): Promise<never> {
      if (!updates.hasScreen) return missPart();
      const { href } = location;
      void attempt(({ loadMissed }) => loadMissed(application, offer, href));
      return new Promise(() => undefined);
    },
  };
  return updates;
}

async function unregister(): Promise<void> {
  for (const registration of await navigator.serviceWorker.getRegistrations())
    await registration.unregister();
}
