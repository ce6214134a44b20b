import { promisifyRequest } from 'idb-keyval';
import { isSealed, openCipher, type Cipher } from './cipher.ts';
import { DeviceDatabase } from './database.ts';
import { DeviceFullError } from './errors.ts';

/** Whether what is written stays, and if not, why. */
export type DeviceStatus =
  | { readonly kind: 'opening' }
  | { readonly kind: 'kept' }
  | { readonly kind: 'memory-only'; readonly reason: 'blocked' | 'full' | 'shared-computer' };

/** New values by record name; `undefined` deletes. */
export type Writes = ReadonlyMap<string, unknown>;

const SHARED_MARK = 'shared-computer';
const OPEN_WITHIN_MS = 2000;

/**
 * Encrypted records on this device. Never throws for want of storage: then it says `memory-only`, and the
 * caller goes on in memory.
 */
export class Device {
  readonly #records = new DeviceDatabase('application-records');
  readonly #keys = new DeviceDatabase('application-keys');
  readonly #listeners = new Set<() => void>();
  #cipher: Cipher | undefined;
  #status: DeviceStatus = { kind: 'opening' };

  readonly getStatus = (): DeviceStatus => this.#status;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Opens the storage; after two seconds at most the status is settled, one way or the other. */
  async open(): Promise<void> {
    const timeout = new Promise<'late'>((resolve) => setTimeout(() => resolve('late'), OPEN_WITHIN_MS));
    try {
      const outcome = await Promise.race([this.#open(), timeout]);
      if (outcome === 'late') this.#set({ kind: 'memory-only', reason: 'blocked' });
    } catch {
      this.#set({ kind: 'memory-only', reason: 'blocked' });
    }
  }

  async #open(): Promise<void> {
    const isShared = await this.#keys.run('readonly', (store) => promisifyRequest(store.get(SHARED_MARK)));
    if (isShared === true) {
      this.#set({ kind: 'memory-only', reason: 'shared-computer' });
      return;
    }
    this.#cipher = await openCipher(this.#keys);
    // Late is not never: what could be opened after all is used from now on.
    this.#set({ kind: 'kept' });
  }

  /**
   * Every record that can be read. A damaged one is set aside under another name, and the others live; one of
   * a newer schema is left untouched.
   */
  async readAll(): Promise<Map<string, unknown>> {
    const cipher = this.#cipher;
    const found = new Map<string, unknown>();
    if (cipher === undefined) return found;
    const [names, values] = await this.#records.run('readonly', (store) =>
      Promise.all([promisifyRequest(store.getAllKeys()), promisifyRequest<unknown[]>(store.getAll())]),
    );
    await Promise.all(
      names.map(async (key, index) => {
        const name = typeof key === 'string' ? key : '';
        const value = values[index];
        if (!isSealed(value) || name.startsWith('damaged/')) return;
        try {
          found.set(name, await cipher.open(name, value));
        } catch {
          console.warn('A record on this device could not be read and was set aside.');
          await this.#setAside(name, value);
        }
      }),
    );
    return found;
  }

  /** Reads some records afresh, as another tab may have written them. */
  async read(names: readonly string[]): Promise<Map<string, unknown>> {
    const cipher = this.#cipher;
    const found = new Map<string, unknown>();
    if (cipher === undefined) return found;
    const values = await this.#records.run('readonly', (store) =>
      Promise.all(names.map((name) => promisifyRequest<unknown>(store.get(name)))),
    );
    for (const [index, name] of names.entries()) {
      const value = values[index];
      if (!isSealed(value)) continue;
      try {
        found.set(name, await cipher.open(name, value));
      } catch {
        await this.#setAside(name, value);
      }
    }
    return found;
  }

  /**
   * Writes all of it or nothing.
   *
   * @returns whether it rests on the device now
   */
  async write(writes: Writes): Promise<boolean> {
    const cipher = this.#cipher;
    if (cipher === undefined || writes.size === 0) return writes.size === 0;
    const sealed = await Promise.all(
      [...writes].map(
        async ([name, value]) =>
          [name, value === undefined ? undefined : await cipher.seal(name, value)] as const,
      ),
    );
    try {
      await this.#records.run('readwrite', async (store) => {
        for (const [name, value] of sealed) {
          if (value === undefined) store.delete(name);
          else store.put(value, name);
        }
        await promisifyRequest(store.transaction);
      });
      this.#set({ kind: 'kept' });
      return true;
    } catch (error) {
      this.#set({ kind: 'memory-only', reason: error instanceof DeviceFullError ? 'full' : 'blocked' });
      return false;
    }
  }

  /** Forgets everything but the key; on a shared computer nothing is written from now on. */
  async wipe(): Promise<void> {
    try {
      await this.#records.run('readwrite', async (store) => {
        store.clear();
        await promisifyRequest(store.transaction);
      });
    } catch {
      this.#set({ kind: 'memory-only', reason: 'blocked' });
    }
  }

  /** Keeps nothing on this device from now on, over restarts too; or keeps things again. */
  async setShared(isShared: boolean): Promise<void> {
    await this.wipe();
    this.#cipher = undefined;
    await this.#keys.run('readwrite', async (store) => {
      if (isShared) store.put(true, SHARED_MARK);
      else store.delete(SHARED_MARK);
      await promisifyRequest(store.transaction);
    });
    await this.#open();
  }

  /** Asks the browser not to evict what is here. */
  async persist(): Promise<void> {
    await navigator.storage?.persist?.().catch(() => false);
  }

  async #setAside(name: string, value: unknown): Promise<void> {
    await this.#records
      .run('readwrite', async (store) => {
        store.put(value, `damaged/${name}`);
        store.delete(name);
        await promisifyRequest(store.transaction);
      })
      .catch(() => undefined);
  }

  #set(status: DeviceStatus): void {
    if (JSON.stringify(status) === JSON.stringify(this.#status)) return;
    this.#status = status;
    for (const listener of this.#listeners) listener();
  }
}
