import type { Clock } from '#device/clock.ts';

/** Waits that can be cut short. */
export class Pause {
  readonly #clock: Pick<Clock, 'after'>;
  #wake: (() => void) | undefined;

  constructor(clock: Pick<Clock, 'after'>) {
    this.#clock = clock;
  }

  /** Waits, at most until `end` is called; throws when the signal aborts. */
  async for(ms: number, signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      const wake = () => {
        end();
        signal.removeEventListener('abort', wake);
        resolve();
      };
      const end = this.#clock.after(ms, wake);
      this.#wake = wake;
      signal.addEventListener('abort', wake);
    });
    signal.throwIfAborted();
  }

  end(): void {
    this.#wake?.();
  }
}
