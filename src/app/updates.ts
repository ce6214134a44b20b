import { atRest, onceSettled } from '#ui/at-rest.ts';
import type { Clock } from '#device/clock.ts';
import { SKIP_WAITING } from '#sw/messages.ts';
import { reloadInPlace } from './reload-in-place.ts';

/** Finds new releases and offers them; nothing is replaced before the applicant says so. */
export class Updates {
  readonly #clock: Clock;
  readonly #saveEverything: () => Promise<unknown>;
  readonly #listeners = new Set<() => void>();
  #isOffered = false;

  constructor(clock: Clock, saveEverything: () => Promise<unknown>) {
    this.#clock = clock;
    this.#saveEverything = saveEverything;
  }

  readonly isOffered = (): boolean => this.#isOffered;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Registers the worker while nobody types, taps or scrolls, and goes on looking for new ones. */
  start(): void {
    if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
    // A part of this release is no longer on the server. Only offered, so that nothing reloads in a loop.
    addEventListener('vite:preloadError', () => {
      void this.#saveEverything();
      if (navigator.onLine) this.#offer();
    });
    // Registered again, a worker that is on its way out would stay. What does not come, does at the next visit.
    const begin = () =>
      void (import.meta.env.IS_WORKER_KILLED ? unregister() : this.#register()).catch(() => undefined);
    // Where a worker is, what it has to tell may come at any moment. On a first visit it fetches the whole application,
    // which the first letters would feel.
    const isFirstVisit = navigator.serviceWorker.controller === null && !import.meta.env.IS_WORKER_KILLED;
    const soon = () => void (isFirstVisit ? onceSettled(begin) : atRest(begin));
    if (document.readyState === 'complete') soon();
    else addEventListener('load', soon, { once: true });
  }

  /** The applicant takes the new release. */
  async accept(): Promise<void> {
    await this.#saveEverything();
    const { serviceWorker } = navigator;
    const waiting = (await serviceWorker.getRegistration())?.waiting;
    waiting?.postMessage(SKIP_WAITING);
    // Where a worker changes hands, all tabs come back by that.
    if (!waiting || serviceWorker.controller === null) reloadInPlace();
  }

  async #register(): Promise<void> {
    const { watchReleases } = await import('./watch-releases.ts');
    await watchReleases(
      this.#clock,
      () => this.#offer(),
      // All tabs come back together, with every letter kept.
      () => void this.#saveEverything().finally(reloadInPlace),
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
