import type { UseStore } from 'idb-keyval';
import { LATE, withDeadline } from './deadline.ts';
import {
  keyringFor,
  lastWipe,
  newKeyringRecord,
  openKeyring,
  readKeyring,
  successorOf,
  type Keyring,
  type KeyringRecord,
  type Wish,
} from './keyring.ts';
import { forgetLeft, LastWords, readLeft } from './last-words.ts';
import type { Stamp } from './stamp.ts';
import { StatusLine } from './status.ts';
import { openStore } from './store.ts';
import {
  changeAccount,
  deleteRecords,
  readPulse,
  readRecords,
  sealed,
  renameDamaged,
  writeRecords,
  type AccountOf,
  type DeviceRecord,
  type Outcome,
  type Writes,
} from './stored-records.ts';

const OPEN_WITHIN_MS = 2000;

/**
 * Encrypted records on this device. Storage errors are never thrown: the status becomes `memory-only`, and the caller
 * continues in memory. The records of an account can be read and written only while it is unlocked.
 */
export class Device {
  /** For `lease.ts`, which is loaded only for accounts. */
  readonly transact: UseStore = openStore('application');
  readonly #accountOf: AccountOf;
  readonly #status = new StatusLine();
  readonly #lastWords = new LastWords();
  #keyring: Keyring | undefined;
  #opening: Promise<void> | undefined;
  #reopening: Promise<void> | undefined;
  #wish: Wish | undefined;
  #fulfilling: Promise<void> | undefined;
  /** Storage missed its deadline: calls no longer wait for it until it opens. */
  #isLate = false;

  /** @param accountOf tells by a record's name which account it belongs to */
  constructor(accountOf: AccountOf = () => undefined) {
    this.#accountOf = accountOf;
  }

  readonly getStatus = this.#status.get;
  readonly subscribe = this.#status.subscribe;

  /** Whether records may be written now. */
  get isKept(): boolean {
    return this.#keyring?.key !== undefined;
  }

  /** Whether this is a shared computer, which stores nothing. */
  get isShared(): boolean {
    return this.#keyring?.record.isShared === true;
  }

  /** Opens the storage. The status is known within two seconds; storage that opens later is used from then on. */
  async open(): Promise<void> {
    await this.#inTime((this.#opening ??= this.#open()));
  }

  async #inTime(opening: Promise<void>): Promise<void> {
    if ((await withDeadline(OPEN_WITHIN_MS, opening)) !== LATE) return;
    this.#isLate = true;
    this.#status.fails();
  }

  /** Returns the keyring. Retries a failed open, and waits for it unless storage missed its last deadline. */
  async #ready(): Promise<Keyring | undefined> {
    if (this.#keyring === undefined) {
      this.#reopening ??= this.reopen().finally(() => {
        this.#reopening = undefined;
      });
      if (!this.#isLate) await this.#inTime(this.#reopening);
    } else await this.#fulfil();
    return this.#keyring;
  }

  /** Opens again: after a failure, or to load a keyring that another tab has replaced. */
  async reopen(): Promise<void> {
    this.#opening = (this.#opening ?? Promise.resolve()).then(() => this.#open());
    await this.#opening;
  }

  async #open(): Promise<void> {
    try {
      const keyring = await openKeyring(this.transact);
      this.#isLate = false;
      await this.#takeOver(keyring);
      await this.#takeLastWords(keyring);
      this.#status.works(keyring.record.isShared);
      await this.#fulfil();
    } catch (error) {
      this.#keyring = undefined;
      this.#status.fails(error);
    }
  }

  /**
   * Unlocks the records of an account, and locks those of all others. Call it when this account has logged in, before
   * its records are read. What waits in them can be opened again, and the release before's come under the key.
   *
   * @param key 32 bytes that belong to the account; without them its records rest under the device's own key
   */
  async unlock(owner: string, key?: Uint8Array): Promise<void> {
    this.#wish = { owner, bytes: key && new Uint8Array(key) };
    await this.#ready();
  }

  /**
   * Call when nobody is logged in any more: this device forgets the account's key, in all tabs. The account's records
   * stay, but nobody can open them until the account is unlocked. Deletes what is dispensable.
   */
  async lock(): Promise<void> {
    const isChanging = this.#wish !== undefined || this.#fulfilling !== undefined;
    // Most pages start without an account: spare them the look at the storage.
    if (!isChanging && this.#keyring?.record.account?.owner === undefined && this.isKept) return;
    this.#wish = {};
    await this.#ready();
  }

  /** Does what `unlock` and `lock` could not do yet. */
  async #fulfil(): Promise<void> {
    if (this.#wish === undefined) return this.#fulfilling;
    this.#fulfilling ??= this.#changeAccount()
      .catch((error: unknown) => this.#status.fails(error))
      .finally(() => {
        this.#fulfilling = undefined;
      });
    await this.#fulfilling;
  }

  async #changeAccount(): Promise<void> {
    for (let wish = this.#wish; wish !== undefined; wish = this.#wish) {
      const held = this.#keyring;
      if (held === undefined) return;
      const before = (await readKeyring(this.transact, held)) ?? held;
      const after = await keyringFor(wish, held, before);
      if (after !== undefined) {
        if (wish.owner === undefined) await this.#takeLastWords(before);
        if (!(await changeAccount(this.transact, before, after, this.#accountOf))) continue;
        await this.#takeOver(after);
        if (wish.owner !== undefined) await this.#takeLastWords(after);
      }
      if (this.#wish === wish) this.#wish = undefined;
    }
  }

  /** Resolves once an ending page could save what has been typed. */
  async #takeOver(keyring: Keyring): Promise<void> {
    this.#keyring = keyring;
    await this.#lastWords.prepare(keyring);
  }

  /** Saves these at once, for a page that may be about to end before its writes finish. */
  saveLastWords(writes: Writes): void {
    this.#lastWords.save(writes);
  }

  /** Deletes the copies made by `leave`, once its records are stored or dropped. */
  withdraw(): void {
    this.#lastWords.withdraw();
  }

  /** Stores the records that ended pages left in local storage. Those of a locked account wait there. */
  async #takeLastWords(keyring: Keyring): Promise<void> {
    const { names, writes } = await readLeft(keyring);
    const outcome = writes.size > 0 ? await this.#write(keyring, writes) : undefined;
    if (outcome?.kind !== 'failed' && outcome?.locked === undefined) forgetLeft(names);
  }

  /**
   * Reads the records under these prefixes. A damaged record is renamed and the others are returned. Records of a
   * locked account and of a newer release are left untouched.
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
    try {
      if (keyring.key === undefined) {
        const other = (await readKeyring(this.transact, keyring))?.record;
        return (await this.#follow(keyring, other)) ? await this.read(prefixes, known) : 'off';
      }
      const found = await readRecords(this.transact, keyring, this.#accountOf, prefixes, known);
      if (found.other !== undefined)
        return (await this.#follow(keyring, found.other)) ? await this.read(prefixes, known) : 'replaced';
      if (found.damaged.size > 0) await renameDamaged(this.transact, found.damaged);
      return found.records;
    } catch (error) {
      this.#status.fails(error);
      return 'failed';
    }
  }

  /** Writes all records but those of locked accounts, or none. Resolves once they are on disk, or the write failed. */
  async write(writes: Writes): Promise<Outcome> {
    const keyring = await this.#ready();
    return keyring === undefined ? { kind: 'failed' } : this.#write(keyring, writes);
  }

  async #write(keyring: Keyring, writes: Writes): Promise<Outcome> {
    if (keyring.key === undefined) return { kind: 'off' };
    const puts = await sealed(keyring, this.#accountOf, writes);
    try {
      const { outcome, kept } = await writeRecords(this.transact, keyring.record, this.#accountOf, puts);
      const other = await this.#follow(keyring, kept);
      if (outcome.kind === 'replaced') return other ? await this.#write(other, writes) : outcome;
      this.#status.works();
      return outcome;
    } catch (error) {
      this.#status.fails(error);
      return { kind: 'failed' };
    }
  }

  /** Goes on with the stored keyring if another tab has changed it, and returns it then. */
  async #follow(held: Keyring, kept: unknown): Promise<Keyring | undefined> {
    const keyring = await successorOf(held, kept);
    if (keyring === undefined) return undefined;
    await this.#takeOver(keyring);
    if (keyring.record.epoch !== held.record.epoch) this.#status.works(keyring.record.isShared);
    return keyring;
  }

  /** A counter that every write of any tab raises; `undefined` when it cannot be read. */
  async pulse(): Promise<number | undefined> {
    return this.isKept ? readPulse(this.transact) : undefined;
  }

  /**
   * Deletes every record that `isKept` does not accept, and starts a new epoch: other tabs can no longer write their
   * old data. If no record is kept, the key is replaced too, so that traces on the disk stay unreadable. Nobody is
   * logged in afterwards.
   */
  async wipe(isKept: (name: string) => boolean = () => false): Promise<void> {
    this.#wish = undefined;
    await this.#replace(isKept, { isShared: this.isShared });
  }

  /**
   * Turns storing on this device off or on again, also across restarts. Either way all records are deleted, and stay in
   * the memory of all tabs.
   */
  async setShared(isShared: boolean): Promise<void> {
    const present = this.#keyring;
    // Another tab may have logged out since.
    const stored = await readKeyring(this.transact, present).catch(() => undefined);
    await this.#replace(() => false, {
      isShared,
      ...(present && { wiped: lastWipe(present.record) }),
      ...(stored?.record.account && { account: stored.record.account }),
    });
  }

  async #replace(
    isKept: (name: string) => boolean,
    how: Pick<KeyringRecord, 'isShared' | 'wiped' | 'account'>,
  ): Promise<void> {
    const present = this.#keyring?.record;
    const { isShared } = how;
    try {
      const fresh = await newKeyringRecord(isShared, !(present?.key instanceof Uint8Array));
      await deleteRecords(this.transact, isKept, (hasKept) => ({
        ...fresh,
        ...how,
        ...(hasKept && !isShared && present?.key !== undefined && { key: present.key }),
      }));
      this.#keyring = await readKeyring(this.transact, this.#keyring);
      forgetLeft();
      // A new epoch makes the old key stream useless; a shared computer must get none.
      await this.#lastWords.prepare(this.#keyring);
      this.#status.works(isShared);
    } catch (error) {
      this.#status.fails(error);
    }
  }

  /** Asks the browser not to evict our data. */
  async persist(): Promise<void> {
    await navigator.storage?.persist?.().catch(() => false);
  }
}
