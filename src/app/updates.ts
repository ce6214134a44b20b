import type { Workbox } from 'workbox-window';
import { atRest, onceSettled } from '#ui/at-rest.ts';
import type { Clock } from '#device/clock.ts';
import { SKIP_WAITING } from '#sw/messages.ts';
import { reloadInPlace } from './reload-in-place.ts';

/** An open page looks for a new release so often at most, and by itself once an hour. */
const LOOK_AGAIN_MS = 10 * 60_000;
const LOOK_EVERY_MS = 60 * 60_000;
/** At the root, so that it answers for every page. */
const WORKER = '/sw.js';

/** Finds new releases and offers them; nothing is replaced before the applicant says so. */
export class Updates {
  readonly #clock: Clock;
  readonly #saveEverything: () => Promise<unknown>;
  readonly #listeners = new Set<() => void>();
  #workbox: Workbox | undefined;
  #isOffered = false;
  #lookedAt = Number.NEGATIVE_INFINITY;

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
    // Registered again, a worker that is on its way out would stay.
    const begin = () => void (import.meta.env.IS_WORKER_KILLED ? unregister() : this.#register());
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
    const { Workbox } = await import('workbox-window');
    const workbox = new Workbox(WORKER);
    this.#workbox = workbox;
    workbox.addEventListener('waiting', () => this.#offer());
    // Accepted in this tab or in another one: all tabs come back together, with every letter kept.
    workbox.addEventListener('controlling', ({ isUpdate, isExternal }) => {
      if (isUpdate === true || isExternal === true) {
        void this.#saveEverything().finally(reloadInPlace);
      }
    });
    // Without it everything works but the start off line; the next visit tries again.
    await workbox.register().catch(() => undefined);
    this.#lookedAt = this.#clock.elapsed();
    this.#clock.every(LOOK_EVERY_MS, () => this.#look());
    addEventListener('online', () => this.#look());
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') this.#look();
    });
  }

  #look(): void {
    if (this.#clock.elapsed() - this.#lookedAt < LOOK_AGAIN_MS) return;
    this.#lookedAt = this.#clock.elapsed();
    // Off line, or a release that is broken: the present one goes on.
    void this.#workbox?.update().catch(() => undefined);
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
