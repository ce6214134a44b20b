import { NetworkError, NO_NETWORK } from '#api/errors.ts';
import { watched } from '#device/watched.ts';
import { atRest, onceUnused } from '#ui/at-rest.ts';
import { definePart } from '#ui/use-part.ts';
import type { PageParts } from './page-again.ts';

/** Loaded once the page is at rest: it is needed when something does not come. */
const pageAgain = definePart(() => import('./page-again.ts'));
type PageAgain = Awaited<ReturnType<typeof pageAgain.load>>;

interface UpdatesParts extends Omit<PageParts, 'offer'> {
  /** Shows a sentence at the foot of the page. */
  readonly say: (sentence: string) => void;
}

/** Finds new releases and offers them. Nothing is replaced until the applicant accepts. */
export class Updates {
  /** Set once a screen is shown, which can stay when the next one does not come. */
  hasScreen = false;
  readonly #offered = watched(false);
  readonly isOffered = this.#offered.get;
  readonly subscribe = this.#offered.subscribe;
  readonly #parts: PageParts;
  readonly #say: UpdatesParts['say'];
  #isLooking = false;

  constructor({ say, ...parts }: UpdatesParts) {
    this.#parts = { ...parts, offer: () => this.#offered.set(true) };
    this.#say = say;
  }

  /** Registers the worker while nobody types, taps or scrolls. Checks for new releases from then on. */
  start(): void {
    if (import.meta.env.DEV) return;
    // A script did not come. Does the server no longer have it? We only offer, so that nothing reloads in a loop.
    addEventListener('vite:preloadError', () => {
      void this.#parts.saveEverything(0);
      // The script that looks may not come either, and would have us look again.
      if (this.#isLooking) return;
      this.#isLooking = true;
      void pageAgain
        .load()
        .then(({ offerOther }) => offerOther(this.#parts))
        .catch(() => undefined)
        .then(() => (this.#isLooking = false));
    });
    // Registering would keep a worker that is to be removed. If this call fails, the next visit tries again.
    const begin = () =>
      void (import.meta.env.IS_WORKER_KILLED ? unregister() : this.#watch()).catch(() => undefined);
    // An installed worker may announce a release at any moment. On a first visit, the worker fetches the whole
    // application, which would slow down the first typing. So a first visit waits longer.
    const isFirstVisit = !navigator.serviceWorker?.controller && !import.meta.env.IS_WORKER_KILLED;
    const soon = () => void (isFirstVisit ? onceUnused(begin) : atRest(begin));
    if (document.readyState === 'complete') soon();
    else addEventListener('load', soon, { once: true });
  }

  /** Switches to the new release that the applicant has accepted. Resolves to false if it cannot be had now. */
  accept(): Promise<boolean> {
    return this.#with(({ accept }) => accept(this.#parts));
  }

  /** Loads the page again, or says that there is no connection. */
  loadAgain(): Promise<boolean> {
    return this.#with(({ loadAgain }) => loadAgain());
  }

  /**
   * Call when a screen that the applicant has asked for did not come. The screen before stays; it says that there is no
   * connection, or the whole page is loaded. Throws a `NetworkError` if there is no screen before.
   */
  async missed(): Promise<never> {
    if (!this.hasScreen) throw new NetworkError('A part of the page did not load.');
    const { href } = location;
    void this.#with(({ loadMissed }) => loadMissed(this.#parts, href));
    return new Promise(() => undefined);
  }

  /** Resolves to whether the page is about to be replaced. If nothing can be had, the page that is there says so. */
  async #with(act: (part: PageAgain) => Promise<void>): Promise<boolean> {
    try {
      await act(await pageAgain.load());
      return true;
    } catch {
      this.#say(`${NO_NETWORK} What you have typed stays here.`);
      return false;
    }
  }

  async #watch(): Promise<void> {
    const { watchReleases } = await pageAgain.load();
    if ('serviceWorker' in navigator) await watchReleases(this.#parts);
  }
}

async function unregister(): Promise<void> {
  for (const registration of await navigator.serviceWorker.getRegistrations())
    await registration.unregister();
}
