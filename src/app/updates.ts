import { atRest, onceSettled } from '#ui/at-rest.ts';
import type { Clock } from '#device/clock.ts';
import { SKIP_WAITING } from '#sw/messages.ts';
import { reloadInPlace } from './reload-in-place.ts';

type SaveEverything = (patienceMs: number) => Promise<unknown>;

/** While the old worker passes on a request, Chromium keeps it for half a minute, whatever it is told. */
const SENDING_PATIENCE_MS = 3000;

/** Finds new releases and offers them. Nothing is replaced until the applicant accepts. */
export class Updates {
  readonly #clock: Clock;
  readonly #saveEverything: SaveEverything;
  readonly #listeners = new Set<() => void>();
  #isOffered = false;

  constructor(clock: Clock, saveEverything: SaveEverything) {
    this.#clock = clock;
    this.#saveEverything = saveEverything;
  }

  readonly isOffered = (): boolean => this.#isOffered;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Registers the worker while nobody types, taps or scrolls. Checks for new releases from then on. */
  start(): void {
    if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
    // The server no longer has a script of this release. We only offer the update, so that nothing reloads in a loop.
    addEventListener('vite:preloadError', () => {
      void this.#saveEverything(0);
      if (navigator.onLine) this.#offer();
    });
    // Registering would keep a worker that is to be removed. If this call fails, the next visit tries again.
    const begin = () =>
      void (import.meta.env.IS_WORKER_KILLED ? unregister() : this.#register()).catch(() => undefined);
    // An installed worker may announce a release at any moment. On a first visit, the worker fetches the whole
    // application, which would slow down the first typing. So a first visit waits longer.
    const isFirstVisit = navigator.serviceWorker.controller === null && !import.meta.env.IS_WORKER_KILLED;
    const soon = () => void (isFirstVisit ? onceSettled(begin) : atRest(begin));
    if (document.readyState === 'complete') soon();
    else addEventListener('load', soon, { once: true });
  }

  /** Switches to the new release that the applicant has accepted. */
  async accept(): Promise<void> {
    await this.#saveEverything(SENDING_PATIENCE_MS);
    const { serviceWorker } = navigator;
    const waiting = (await serviceWorker.getRegistration())?.waiting;
    waiting?.postMessage(SKIP_WAITING);
    // If a waiting worker takes over an open page, that reloads all tabs.
    if (!waiting || serviceWorker.controller === null) reloadInPlace();
  }

  async #register(): Promise<void> {
    const { watchReleases } = await import('./watch-releases.ts');
    await watchReleases(
      this.#clock,
      () => this.#offer(),
      // All tabs reload together, after everything typed is saved.
      () => void this.#saveEverything(0).finally(reloadInPlace),
    );
  }

  #offer(): void {
    this.#isOffered = true;
    for (const listener of this.#listeners) listener();
  }
}

async function unregister(): Promise<void> {
  for (const registration of await navigator.serviceWorker.getRegistrations())
    await registration.unregister();
}
