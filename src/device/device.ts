import { get, type UseStore } from 'idb-keyval';
import { inTime } from './clock.ts';
import { changeAccount, replaceKeyring } from './keyring-changes.ts';
import { isKeyringRecord, isSameState, keyringOf, lastWipe, openKeyring, readKeyring } from './keyring.ts';
import type { Keyring, KeyringChange, Wish } from './keyring.ts';
import { makeLastWords } from './last-words.ts';
import type { Stamp } from './stamp.ts';
import { statusLine } from './status.ts';
import { openStore } from './store.ts';
import { PULSE, readRecords, writeRecords } from './stored-records.ts';
import type { DeviceRecord, Outcome, Place, Writes } from './stored-records.ts';

const OPEN_WITHIN_MS = 2000;

/**
 * Encrypted records on this device. Storage errors are never thrown: the status becomes `memory-only`, and the caller
 * continues in memory. The records of an account can be read and written only while it is unlocked.
 */
export class Device implements Place {
  readonly transact: UseStore = openStore('application');
  readonly accountOf: Place['accountOf'];
  readonly lastWords = makeLastWords();
  readonly #status = statusLine();
  readonly getStatus = this.#status.get;
  readonly subscribe = this.#status.subscribe;
  #keyring: Keyring | undefined;
  #opening: Promise<void> | undefined;
  /** Storage missed its deadline: calls no longer wait for it until it opens. */
  #isLate = false;
  /** Who is to be logged in, until that is done. */
  #wish: Wish | undefined;
  #changing: Promise<void> = Promise.resolve();
  /** What the storage has refused, to be made up for. */
  #refusedChange: (() => Promise<void>) | undefined;
  #repeating: Promise<void> | undefined;

  constructor(accountOf: Place['accountOf'] = () => undefined) {
    this.accountOf = accountOf;
  }

  get isKept(): boolean {
    return this.#keyring?.key !== undefined;
  }

  get isShared(): boolean {
    return this.#keyring?.record.isShared === true;
  }

  /** Opens the storage. The status is known within two seconds; storage that opens later is used from then on. */
  open(): Promise<void> {
    return inTime(OPEN_WITHIN_MS, this.reopen()).catch(() => {
      this.#isLate = true;
      this.#status.fails();
    });
  }

  /** Opens again: after a failure, or to load a keyring that another tab has replaced. */
  reopen(): Promise<void> {
    return (this.#opening ??= this.#open().finally(() => (this.#opening = undefined)));
  }

  async #open(): Promise<void> {
    try {
      const keyring = await openKeyring(this.transact);
      this.#isLate = false;
      await this.#takeOver(keyring);
      await this.#takeLastWords(keyring);
      this.#status.works(this.isShared);
      await this.#fulfil();
    } catch (error) {
      this.#keyring = undefined;
      this.#status.fails(error);
    }
  }

  /** Returns the keyring. Retries a failed open, and waits for it unless storage missed its last deadline. */
  async #ready(): Promise<Keyring | undefined> {
    if (this.#refusedChange)
      await (this.#repeating ??= this.#refusedChange().finally(() => (this.#repeating = undefined)));
    if (this.#refusedChange) return undefined;
    if (this.#keyring !== undefined) await this.#fulfil();
    else if (!this.#isLate) await this.open();
    else void Promise.resolve(this.#opening).then(() => (this.#keyring ? undefined : this.reopen()));
    return this.#keyring;
  }

  /**
   * Unlocks the records of an account, and locks those of all others. Call it when this account has logged in, before
   * its records are read.
   *
   * @param key 32 bytes that belong to the account; without them its records rest under the device's own key
   */
  async unlock(owner: string, key?: Uint8Array): Promise<void> {
    this.#wish = { owner, bytes: key && new Uint8Array(key) };
    await this.#ready();
  }

  /** Call when nobody is logged in: all tabs forget the account's key, and its records stay sealed until it is unlocked. */
  async lock(): Promise<void> {
    await this.#changing;
    // Most pages start without an account: spare them the look at the storage.
    if (this.#wish === undefined && this.isKept && this.#keyring?.record.account?.owner === undefined) return;
    this.#wish = {};
    await this.#ready();
  }

  /** Does what `unlock` and `lock` could not do yet. */
  #fulfil(): Promise<void> {
    if (this.#wish !== undefined)
      this.#changing = this.#changing
        .then(() => this.#changeAccount())
        .catch((error) => this.#status.fails(error));
    return this.#changing;
  }

  async #changeAccount(): Promise<void> {
    const [wish, held] = [this.#wish, this.#keyring];
    if (wish === undefined || held === undefined) return;
    const after = await changeAccount(this, wish, held, (keyring) => this.#takeLastWords(keyring));
    if (after !== undefined) {
      await this.#takeOver(after);
      await this.#takeLastWords(after);
    }
    if (this.#wish === wish) this.#wish = undefined;
  }

  /** Resolves once an ending page could save what has been typed. */
  async #takeOver(keyring: Keyring): Promise<void> {
    this.#keyring = keyring;
    await this.lastWords.prepare(keyring);
  }

  /** Stores the records that ended pages left in local storage. Those of a locked account wait there. */
  async #takeLastWords(keyring: Keyring): Promise<void> {
    const { names, writes } = await this.lastWords.read(keyring);
    const outcome = writes.size > 0 ? await this.#write(keyring, writes) : undefined;
    if (outcome?.kind !== 'failed' && outcome?.locked === undefined) this.lastWords.forget(names);
  }

  /**
   * Reads the records under these prefixes, as far as they can be opened now.
   *
   * @param known the stamp known to the caller, per name: a stored record is only returned if its stamp is later
   * @returns `replaced` when another tab has wiped the device, `off` when it stores nothing
   */
  async read(
    prefixes: readonly string[],
    known?: (name: string) => Stamp | undefined,
  ): Promise<ReadonlyMap<string, DeviceRecord> | 'replaced' | 'failed' | 'off'> {
    const keyring = await this.#ready();
    // An account that could not be unlocked yet: its records would look as if there were none.
    if (keyring === undefined || this.#wish?.owner !== undefined) return 'failed';
    try {
      const { records, other } = await readRecords(this, keyring, prefixes, known);
      if (records !== undefined) return records;
      if ((await this.#follow(keyring, other)) !== undefined) return await this.read(prefixes, known);
      return keyring.key === undefined ? 'off' : 'replaced';
    } catch (error) {
      this.#status.fails(error);
      return 'failed';
    }
  }

  /** Writes all records but those of locked accounts, or none. Resolves once they are on disk, or the write failed. */
  async write(writes: Writes): Promise<Outcome> {
    const keyring = await this.#ready();
    if (keyring === undefined) return { kind: 'failed' };
    // What an ended page left may be older than what is deleted, and would come back afterwards.
    const isDeleting = [...writes.values()].some(({ value }) => value === undefined);
    if (isDeleting) await this.#takeLastWords(keyring);
    return this.#write(keyring, writes);
  }

  async #write(keyring: Keyring, writes: Writes): Promise<Outcome> {
    if (keyring.key === undefined) return { kind: 'off' };
    try {
      const { outcome, kept } = await writeRecords(this, keyring, writes);
      const other = await this.#follow(keyring, kept);
      if (outcome.kind === 'replaced') return other ? await this.#write(other, writes) : outcome;
      this.#status.works(this.isShared);
      return outcome;
    } catch (error) {
      this.#status.fails(error);
      return { kind: 'failed' };
    }
  }

  /**
   * Goes on with the stored keyring, and returns it, if another tab has logged in or out, or turned storing off or on.
   * One that came with a wipe must not be used for the data in memory.
   */
  async #follow(held: Keyring, kept: unknown): Promise<Keyring | undefined> {
    if (!isKeyringRecord(kept) || isSameState(kept, held.record)) return undefined;
    const keyring = lastWipe(kept) === lastWipe(held.record) ? await keyringOf(kept, held) : undefined;
    if (keyring === undefined) return undefined;
    await this.#takeOver(keyring);
    // What was stored is gone: storing was turned off meanwhile, or the browser has cleared everything.
    if (kept.epoch !== held.record.epoch) this.#status.works(true);
    this.#status.works(this.isShared);
    return keyring;
  }

  /** Reads the counter that every write of any tab raises; `undefined` when it cannot be read. */
  async pulse(): Promise<number | undefined> {
    return this.isKept ? get<number>(PULSE, this.transact).catch(() => undefined) : undefined;
  }

  /**
   * Deletes every record that `isKept` does not accept, and starts a new epoch: other tabs can no longer write their
   * old data. Nobody is logged in afterwards.
   */
  async wipe(isKept: (name: string) => boolean = () => false): Promise<void> {
    this.#wish = undefined;
    await this.#replace(isKept, { isShared: this.isShared });
  }

  /**
   * Turns storing on this device off or on again, also across restarts. Either way the records are deleted, and stay in
   * the memory of all tabs. Those of other accounts, which no tab has there, stay sealed.
   */
  async setShared(isShared: boolean): Promise<void> {
    const present = this.#keyring;
    // Another tab may have logged out since.
    const stored = await readKeyring(this.transact, present).catch(() => undefined);
    const own = stored?.record.account?.owner;
    await this.#replace((name) => ![undefined, own].includes(this.accountOf(name)), {
      isShared,
      ...(present && { wiped: lastWipe(present.record) }),
      ...(stored?.record.account && { account: stored.record.account }),
    });
  }

  async #replace(stays: (name: string) => boolean, how: KeyringChange): Promise<void> {
    try {
      this.#keyring = await replaceKeyring(this.transact, this.#keyring, stays, how);
      this.lastWords.forget();
      await this.lastWords.prepare(this.#keyring);
      this.#status.works(this.isShared);
      this.#refusedChange = undefined;
    } catch (error) {
      this.#refusedChange = () => this.#replace(stays, how);
      this.#status.fails(error);
    }
  }

  /** Asks the browser not to evict our data. */
  async persist(): Promise<void> {
    await navigator.storage?.persist?.().catch(() => false);
  }
}
