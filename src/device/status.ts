import { watched } from './watched.ts';

/** Why nothing is stored on this device. */
type Hindrance =
  /** Private mode, blocked storage, or a database that never answers. */
  | 'blocked'
  /** There is no room left. Earlier records are still stored. */
  | 'full'
  /** A newer release has stored data here; this one must not touch it. */
  | 'newer'
  | 'shared-computer';

/** Whether writes are stored, and if not, why. */
export type DeviceStatus =
  | { readonly kind: 'opening' }
  | { readonly kind: 'kept' }
  | { readonly kind: 'memory-only'; readonly reason: Hindrance };

export class DeviceError extends Error {
  override readonly name = 'DeviceError';
  readonly reason: Hindrance;

  constructor(reason: Hindrance, cause?: unknown) {
    super(`Nothing can be stored on this device: ${reason}.`, { cause });
    this.reason = reason;
  }
}

export function statusLine() {
  const { get, subscribe, set } = watched<DeviceStatus>({ kind: 'opening' });
  function say(next: DeviceStatus): void {
    if (JSON.stringify(next) !== JSON.stringify(get())) set(next);
  }
  return {
    get,
    subscribe,
    /** Storage works, even if a shared computer stores nothing. */
    works: (isShared: boolean) =>
      say(isShared ? { kind: 'memory-only', reason: 'shared-computer' } : { kind: 'kept' }),
    fails: (error?: unknown) =>
      say({ kind: 'memory-only', reason: error instanceof DeviceError ? error.reason : 'blocked' }),
  };
}
