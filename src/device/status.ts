import { DeviceFullError, DeviceNewerError } from './errors.ts';

/** Whether writes are stored, and if not, why. */
export type DeviceStatus =
  | { readonly kind: 'opening' }
  | { readonly kind: 'kept' }
  | { readonly kind: 'memory-only'; readonly reason: 'blocked' | 'full' | 'newer' | 'shared-computer' };

/** The status of the device, and who listens to it. */
export class StatusLine {
  #status: DeviceStatus = { kind: 'opening' };
  readonly #listeners = new Set<() => void>();

  readonly get = (): DeviceStatus => this.#status;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Storage works; a shared computer stores nothing all the same. */
  works(isShared = false): void {
    this.#set(isShared ? { kind: 'memory-only', reason: 'shared-computer' } : { kind: 'kept' });
  }

  fails(error?: unknown): void {
    const isNewer = error instanceof DeviceNewerError;
    const reason = isNewer ? 'newer' : error instanceof DeviceFullError ? 'full' : 'blocked';
    this.#set({ kind: 'memory-only', reason });
  }

  #set(status: DeviceStatus): void {
    if (JSON.stringify(status) === JSON.stringify(this.#status)) return;
    this.#status = status;
    for (const listener of this.#listeners) listener();
  }
}
