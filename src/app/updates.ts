import { Workbox } from 'workbox-window';
import { SKIP_WAITING } from '#sw/messages.ts';

/** Finds new releases and offers them; nothing is replaced before the applicant says so. */
export class Updates {
  readonly #saveEverything: () => Promise<unknown>;
  readonly #listeners = new Set<() => void>();
  #workbox: Workbox | undefined;
  #isOffered = false;
  #isWaiting = false;

  constructor(saveEverything: () => Promise<unknown>) {
    this.#saveEverything = saveEverything;
  }

  readonly isOffered = (): boolean => this.#isOffered;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Registers the worker once the page has come to rest. */
  start(): void {
    if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
    // A part of this release is no longer on the server. Only offered, so that nothing reloads in a loop.
    addEventListener('vite:preloadError', () => {
      if (!navigator.onLine) return;
      this.#offer();
    });
    const register = () => {
      const workbox = new Workbox('/sw.js');
      this.#workbox = workbox;
      workbox.addEventListener('waiting', () => {
        this.#isWaiting = true;
        this.#offer();
      });
      // Accepted in this tab or in another one: all tabs come back together, with every letter kept.
      workbox.addEventListener('controlling', ({ isUpdate }) => {
        if (isUpdate === true) void this.#saveEverything().finally(() => location.reload());
      });
      void workbox.register();
    };
    if (document.readyState === 'complete') register();
    else addEventListener('load', register, { once: true });
  }

  /** The applicant takes the new release. */
  async accept(): Promise<void> {
    await this.#saveEverything();
    if (this.#isWaiting) this.#workbox?.messageSW(SKIP_WAITING).catch(() => undefined);
    else location.reload();
  }

  #offer(): void {
    this.#isOffered = true;
    for (const listener of this.#listeners) listener();
  }
}
