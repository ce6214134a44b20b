import { Workbox } from 'workbox-window';
import { SKIP_WAITING } from '#sw/messages.ts';

/** Finds new releases and offers them; nothing is replaced before the applicant says so. */
export class Updates {
  readonly #saveEverything: () => Promise<unknown>;
  readonly #listeners = new Set<() => void>();
  #workbox: Workbox | undefined;
  #isOffered = false;

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
    const register = () => {
      const workbox = new Workbox('/sw.js');
      this.#workbox = workbox;
      workbox.addEventListener('waiting', () => {
        this.#isOffered = true;
        for (const listener of this.#listeners) listener();
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
    this.#workbox?.messageSW(SKIP_WAITING).catch(() => undefined);
  }
}
