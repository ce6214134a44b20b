import type { UseStore } from 'idb-keyval';
import type { Keyring } from './keyring.ts';
import { browserMemory } from './plain-memory.ts';
import type { Stamp } from './stamp.ts';
import { openStore } from './store.ts';
import { readRecords, writeRecords } from './stored-records.ts';
import type { DeviceRecord, Outcome, RecordStore, Writes } from './stored-records.ts';
import { isTurn, termOf, wipeOf } from './turn.ts';
import { mirrored, TERM, TurnInUse } from './turn-in-use.ts';

/**
 * Encrypted records on this device. Storage errors are never thrown: the status becomes `memory-only`, and the caller
 * continues in memory. The records of an account can be read and written only while it is unlocked.
 */
export class Device implements RecordStore {
  readonly transact: UseStore = openStore('application');
  readonly accountOf: RecordStore['accountOf'];
  /** Who is here, according to this tab. `changes.ts` changes it. */
  readonly use = new TurnInUse(this);
  readonly lastWords = this.use.lastWords;
  readonly getStatus = this.use.status.get;
  readonly subscribe = this.use.status.subscribe;
  /** Opens the storage. The status is known within four seconds; storage that opens later is used at the next start. */
  readonly open = () => this.use.open();
  /** The browser has cleared everything, which is reported once. Nothing has been written since. */
  #isEmptied = false;

  constructor(accountOf: RecordStore['accountOf'] = () => undefined) {
    this.accountOf = accountOf;
  }

  get isShared(): boolean {
    return this.use.held?.turn.isShared === true;
  }

  /** Whether another tab has changed who is here, and this one has not followed yet. Reads no database. */
  get isBehind(): boolean {
    const [said, { held }] = [browserMemory.read(TERM), this.use];
    return held !== undefined && said !== '' && said !== mirrored(held);
  }

  /**
   * Reads the records under these prefixes, as far as they can be opened now.
   *
   * @param known the stamp known to the caller, per name: a stored record is only returned if its stamp is later
   * @returns `off` when nothing is stored in this visit
   */
  async read(
    prefixes: readonly string[],
    known?: (name: string) => Stamp | undefined,
  ): Promise<ReadonlyMap<string, DeviceRecord> | 'failed' | 'off'> {
    const keyring = await this.use.ready();
    if (typeof keyring === 'string') return keyring;
    try {
      const { records, storedTurn } = await readRecords(this, keyring, prefixes, known);
      // What closed pages left, and a full device cannot store.
      const { writes } = await this.lastWords.read(keyring);
      for (const [name, record] of writes) {
        const isRead = prefixes.some((prefix) => name.startsWith(prefix));
        const { stamp } = records.get(name) ?? { stamp: known?.(name) ?? '' };
        if (isRead && record.stamp > stamp) records.set(name, record);
      }
      await this.#follow(keyring, storedTurn);
      const now = this.use.held;
      // Returns nothing of somebody who has left since.
      if (now && termOf(now.turn) !== termOf(keyring.turn)) return await this.read(prefixes, known);
      browserMemory.keep(TERM, mirrored(keyring));
      return keyring.key === undefined ? 'off' : records;
    } catch (error) {
      this.use.status.fails(error);
      return 'failed';
    }
  }

  /** Starts again if the stored turn is another one. If there is none, the browser has cleared everything. */
  async #follow({ turn, key }: Keyring, storedTurn: unknown): Promise<void> {
    const { owner } = turn.account ?? {};
    const wasEmptied = this.#isEmptied;
    this.#isEmptied = storedTurn === undefined && key !== undefined;
    const isSame = isTurn(storedTurn) && termOf(storedTurn) === termOf(turn);
    if (storedTurn !== undefined && !isSame) await this.use.startAgain();
    else if (this.#isEmptied && !wasEmptied)
      this.use.onTurn({ owner, isOther: false, isWiped: false, isEmptied: true, isElsewhere: true });
  }

  /** Writes all records but those of locked accounts, or none. Resolves once they are on disk, or the write failed. */
  async write(writes: Writes): Promise<Outcome> {
    const before = this.use.held;
    const keyring = await this.use.ready();
    if (typeof keyring === 'string') return { kind: keyring };
    if (before !== undefined && wipeOf(before.turn) !== wipeOf(keyring.turn)) return { kind: 'replaced' };
    if (keyring.key === undefined) return { kind: 'off' };
    try {
      // What a closed page left may be older than what is deleted, and would otherwise return later.
      if ([...writes.values()].some(({ value }) => value === undefined))
        await this.use.takeLastWords(keyring);
      const { outcome, storedTurn } = await writeRecords(this, keyring, writes);
      if (outcome.kind === 'anew') {
        this.#isEmptied = false;
        await this.use.startAgain();
      } else await this.#follow(keyring, storedTurn);
      this.use.works();
      const isRefused = outcome.kind === 'replaced' && isTurn(storedTurn);
      return isRefused && wipeOf(storedTurn) === wipeOf(keyring.turn) ? await this.write(writes) : outcome;
    } catch (error) {
      this.use.status.fails(error);
      return { kind: 'failed' };
    }
  }
}

/** Asks the browser not to evict our data. */
export async function persist(): Promise<void> {
  await navigator.storage?.persist?.().catch(() => false);
}
