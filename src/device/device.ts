import { SCHEMA } from './cipher.ts';
import { Connection } from './connection.ts';
import { DeviceFullError, DeviceNewerError } from './errors.ts';
import {
  lastWipe,
  newKeyringRecord,
  openKeyring,
  readKeyring,
  type Keyring,
  type KeyringRecord,
} from './keyring.ts';
import { forgetLeft, Parting, readLeft } from './parting.ts';
import type { Stamp } from './stamp.ts';
import {
  deleteRecords,
  readPulse,
  readRecords,
  seal,
  setAside,
  writeRecords,
  type DeviceRecord,
  type Outcome,
  type Writes,
} from './stored-records.ts';

/** Whether writes are stored, and if not, why. */
export type DeviceStatus =
  | { readonly kind: 'opening' }
  | { readonly kind: 'kept' }
  | { readonly kind: 'memory-only'; readonly reason: 'blocked' | 'full' | 'newer' | 'shared-computer' };

/** Internals that `sender-lease.ts` uses. */
export interface Inside {
  readonly connection: Connection;
  /** Whether records may be written now. */
  readonly isKept: () => boolean;
}

const OPEN_WITHIN_MS = 2000;

/**
 * Encrypted records on this device. Storage errors are never thrown: the status becomes `memory-only`, and the caller
 * continues in memory.
 */
export class Device {
  readonly #connection = new Connection('application');
  readonly #listeners = new Set<() => void>();
  readonly #parting = new Parting();
  #keyring: Keyring | undefined;
  #status: DeviceStatus = { kind: 'opening' };
  #opening: Promise<void> | undefined;
  #reopening: Promise<void> | undefined;
  /** Storage missed its deadline: calls no longer wait for it until it opens. */
  #isLate = false;

  readonly getStatus = (): DeviceStatus => this.#status;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Whether this is a shared computer, which stores nothing. */
  get isShared(): boolean {
    return this.#keyring?.record.isShared === true;
  }

  /** Opens the storage. The status is settled within two seconds; storage that opens later is used from then on. */
  async open(): Promise<void> {
    this.#opening ??= this.#open();
    await this.#inTime(this.#opening);
  }

  async #inTime(opening: Promise<void>): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        this.#isLate = true;
        this.#set({ kind: 'memory-only', reason: 'blocked' });
        resolve();
      }, OPEN_WITHIN_MS);
    });
    await Promise.race([opening, late]);
    clearTimeout(timer);
  }

  /** Returns the keyring. Retries a failed open, and waits for it unless storage missed its last deadline. */
  async #ready(): Promise<Keyring | undefined> {
    if (this.#keyring !== undefined) return this.#keyring;
    this.#reopening ??= this.reopen().finally(() => {
      this.#reopening = undefined;
    });
    if (!this.#isLate) await this.#inTime(this.#reopening);
    return this.#keyring;
  }

  /** Opens again: after a failure, or to load a keyring that another tab has replaced. */
  async reopen(): Promise<void> {
    this.#opening = (this.#opening ?? Promise.resolve()).then(() => this.#open());
    await this.#opening;
  }

  async #open(): Promise<void> {
    try {
      this.#keyring = await openKeyring(this.#connection);
      this.#isLate = false;
      await this.#takeLeft(this.#keyring);
      void this.#parting.prepare(this.#keyring);
      this.#setOpen(this.#keyring.record.isShared);
    } catch (error) {
      this.#keyring = undefined;
      this.#set({ kind: 'memory-only', reason: reasonOf(error) });
    }
  }

  /** Saves these at once, for a page that may be about to end before its writes finish. */
  leave(writes: Writes): void {
    this.#parting.leave(writes);
  }

  /** Deletes the copies made by `leave`, once its records are stored or dropped. */
  withdraw(): void {
    this.#parting.withdraw();
  }

  /** Stores the records that ended pages left in local storage. */
  async #takeLeft(keyring: Keyring): Promise<void> {
    const { names, writes } = await readLeft(keyring);
    const outcome = writes.size > 0 ? await this.write(writes) : undefined;
    if (outcome?.kind !== 'failed') forgetLeft(names);
  }

  /** For `sender-lease.ts`, which is loaded only for accounts. */
  get inside(): Inside {
    return { connection: this.#connection, isKept: () => this.#keyring?.cipher !== undefined };
  }

  /**
   * Reads the records under these prefixes. A damaged record is set aside and the others are returned; one of a newer
   * schema is left untouched.
   *
   * @param known the stamp known to the caller, per name: a stored record is only returned if its stamp is later
   * @returns `replaced` when another tab has wiped the device, `failed` when it cannot be read, `off` when it stores
   *   nothing
   */
  async read(
    prefixes: readonly string[],
    known?: (name: string) => Stamp | undefined,
  ): Promise<ReadonlyMap<string, DeviceRecord> | 'replaced' | 'failed' | 'off'> {
    const keyring = await this.#ready();
    if (keyring === undefined) return 'failed';
    const { cipher } = keyring;
    try {
      if (cipher === undefined)
        return (await this.#followSwitch(keyring)) ? await this.read(prefixes, known) : 'off';
      const found = await readRecords(this.#connection, keyring.record, cipher, prefixes, known);
      if (found === 'replaced')
        return (await this.#followSwitch(keyring)) ? await this.read(prefixes, known) : found;
      if (found.damaged.size > 0) await setAside(this.#connection, found.damaged);
      return found.records;
    } catch (error) {
      this.#set({ kind: 'memory-only', reason: reasonOf(error) });
      return 'failed';
    }
  }

  /** Writes all records or none. Resolves once they are on disk, or the write has failed. */
  async write(writes: Writes): Promise<Outcome> {
    const keyring = await this.#ready();
    if (keyring === undefined) return { kind: 'failed' };
    const { cipher } = keyring;
    if (cipher === undefined) return { kind: 'off' };
    const sealed = await seal(cipher, writes);
    try {
      const outcome = await writeRecords(this.#connection, keyring.record, sealed);
      if (outcome.kind === 'replaced')
        return (await this.#followSwitch(keyring)) ? await this.write(writes) : outcome;
      this.#set({ kind: 'kept' });
      return outcome;
    } catch (error) {
      this.#set({ kind: 'memory-only', reason: reasonOf(error) });
      return { kind: 'failed' };
    }
  }

  /**
   * Takes over the present keyring if another tab has only turned storing off or on. One that came with a wipe must not
   * be used for the data in memory.
   *
   * @param before the keyring in use until now
   * @returns whether it was taken over
   */
  async #followSwitch(before: Keyring): Promise<boolean> {
    const keyring = await readKeyring(this.#connection);
    if (keyring === undefined || keyring.record.epoch === before.record.epoch) return false;
    if (lastWipe(keyring.record) !== lastWipe(before.record)) return false;
    this.#keyring = keyring;
    void this.#parting.prepare(keyring);
    this.#setOpen(keyring.record.isShared);
    return true;
  }

  /** A counter that every write of any tab raises; `undefined` when it cannot be read. */
  async pulse(): Promise<number | undefined> {
    if (this.#keyring?.cipher === undefined) return undefined;
    return readPulse(this.#connection);
  }

  /**
   * Deletes every record that `isKept` does not accept, and starts a new epoch: other tabs can no longer write their
   * old data. If no record is kept, the key is replaced too, so that traces on the disk stay unreadable.
   */
  async wipe(isKept: (name: string) => boolean = () => false): Promise<void> {
    await this.#replace(isKept, { isShared: this.isShared });
  }

  /**
   * Turns storing on this device off or on again, also across restarts. Either way all records are deleted, and stay in
   * the memory of all tabs.
   */
  async setShared(isShared: boolean): Promise<void> {
    const present = this.#keyring?.record;
    await this.#replace(() => false, { isShared, ...(present && { wiped: lastWipe(present) }) });
  }

  async #replace(
    isKept: (name: string) => boolean,
    how: Pick<KeyringRecord, 'isShared' | 'wiped'>,
  ): Promise<void> {
    const present = this.#keyring?.record;
    const { isShared } = how;
    const isKeyStorable = !(present?.key instanceof Uint8Array);
    try {
      const fresh = await newKeyringRecord(isShared, isKeyStorable);
      await deleteRecords(this.#connection, isKept, (hasKept) => {
        const key = hasKept && !isShared ? present?.key : fresh.key;
        return { v: SCHEMA, epoch: fresh.epoch, ...how, ...(key !== undefined && { key }) };
      });
      this.#keyring = await readKeyring(this.#connection);
      forgetLeft();
      // A new epoch makes the old key stream useless; a shared computer must get none.
      await this.#parting.prepare(this.#keyring);
    } catch (error) {
      this.#set({ kind: 'memory-only', reason: reasonOf(error) });
      return;
    }
    this.#setOpen(isShared);
  }

  /** Asks the browser not to evict our data. */
  async persist(): Promise<void> {
    await navigator.storage?.persist?.().catch(() => false);
  }

  #setOpen(isShared: boolean): void {
    this.#set(isShared ? { kind: 'memory-only', reason: 'shared-computer' } : { kind: 'kept' });
  }

  #set(status: DeviceStatus): void {
    if (JSON.stringify(status) === JSON.stringify(this.#status)) return;
    this.#status = status;
    for (const listener of this.#listeners) listener();
  }
}

function reasonOf(error: unknown): 'blocked' | 'full' | 'newer' {
  if (error instanceof DeviceNewerError) return 'newer';
  return error instanceof DeviceFullError ? 'full' : 'blocked';
}
