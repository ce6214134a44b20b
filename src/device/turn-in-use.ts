import { changeQueue, type TurnChange } from './change-queue.ts';
import { inTime } from './clock.ts';
import { openKeyring, readKeyring, type Keyring } from './keyring.ts';
import { makeLastWords } from './last-words.ts';
import { browserMemory } from './plain-memory.ts';
import { DeviceError, statusLine } from './status.ts';
import { writeRecords, type RecordStore } from './stored-records.ts';
import { termOf, wipeOf, type Turn } from './turn.ts';

const OPEN_WITHIN_MS = 4000;
/** Mirrors the term in local storage, where a page can compare it before it paints. */
export const TERM = 'term';

/** How who is here has changed. */
export interface News {
  readonly owner: string | undefined;
  /** Somebody has logged in or out. An account that could not be unlocked yet does not count. */
  readonly isOther: boolean;
  readonly isWiped: boolean;
  /** Nothing in memory is stored: storing is on again, or the browser has cleared everything. */
  readonly isEmptied: boolean;
  /** Another tab has made the change. */
  readonly isElsewhere: boolean;
}

/** Opens the storage, and holds the turn and the keys that are in use. */
export class TurnInUse {
  readonly lastWords = makeLastWords();
  readonly status = statusLine();
  /** Called whenever who is here has changed. */
  onTurn: (news: News) => void = () => undefined;
  /** `undefined` while the storage opens, and if it is not used in this visit. */
  held: Keyring | undefined;
  readonly #records: RecordStore;
  #opening: Promise<void> | undefined;
  /** Nothing is read or written before these are made. Storage that is not used is still told who is here. */
  readonly #changes = changeQueue({
    held: async () => this.held ?? (await openKeyring(this.#records.transact)),
    goOnWith: (next) => this.#goOnWith(next),
    onFailure: (error) => this.status.fails(error),
  });

  constructor(records: RecordStore) {
    this.#records = records;
  }

  /** Opens the storage, once. If that fails or takes too long, it is not used in this visit. */
  open(): Promise<void> {
    return (this.#opening ??= this.#open());
  }

  async #open(): Promise<void> {
    try {
      this.held = await inTime(OPEN_WITHIN_MS, openKeyring(this.#records.transact));
      await this.#goOnWith(this.held);
    } catch (error) {
      this.status.fails(error);
    }
  }

  /** Stops using the storage, which fails, until the next start. */
  giveUp(): void {
    this.held = undefined;
  }

  /** Returns the keyring, once who is here has changed; `off` if the storage is not used. */
  async ready(): Promise<Keyring | 'failed' | 'off'> {
    await this.open();
    if (this.held === undefined) return 'off';
    await this.#changes.run();
    return this.#changes.isEmpty() ? (this.held ?? 'off') : 'failed';
  }

  /** Changes who is here, once the storage accepts it. A wipe replaces the changes before it. */
  async change(change: TurnChange, isWipe = false): Promise<void> {
    this.#changes.add(change, isWipe);
    await this.open();
    const changed = this.#changes.run();
    // Nobody waits for storage that is not used.
    if (this.held !== undefined) await changed;
  }

  /** Whether nobody is logged in, once all changes are made. */
  async isNobodys(): Promise<boolean> {
    if (this.held?.key === undefined) return false;
    await this.#changes.rest();
    return this.#changes.isEmpty() && !this.held.turn.account?.owner;
  }

  /** Continues with the stored turn, which another tab has changed. If its key does not work, nothing is stored. */
  async startAgain(): Promise<void> {
    await this.#changes.rest();
    const keyring = await readKeyring(this.#records.transact, this.held);
    if (keyring === undefined) {
      this.giveUp();
      throw new DeviceError('blocked');
    }
    await this.#takeOver(keyring, true);
    this.works();
  }

  /** A storage that is in use has just worked. */
  works(): void {
    if (this.held !== undefined) this.status.works(this.held.turn.isShared);
  }

  async #goOnWith(keyring: Keyring): Promise<void> {
    await this.#takeOver(keyring);
    await this.takeLastWords(keyring);
    this.works();
  }

  /** Resolves once a closing page could save what has been typed. */
  async #takeOver(keyring: Keyring, isElsewhere = false): Promise<void> {
    const before = this.held?.turn;
    browserMemory.keep(TERM, mirrored(keyring));
    if (before === undefined) return;
    this.held = keyring;
    if (termOf(before) !== termOf(keyring.turn))
      this.onTurn({ ...changeOf(before, keyring.turn), isElsewhere });
    await this.lastWords.prepare(keyring);
  }

  /** Stores the records that closed pages left in local storage. Those of a locked account wait there. */
  async takeLastWords(keyring: Keyring): Promise<void> {
    const { names, writes } = await this.lastWords.read(keyring);
    const { outcome } =
      writes.size === 0 ? { outcome: undefined } : await writeRecords(this.#records, keyring, writes);
    if (outcome?.locked === undefined) this.lastWords.forget(names);
  }
}

/** JSON, like everything in that storage. */
export function mirrored({ turn }: Keyring): string {
  return JSON.stringify(termOf(turn));
}

function changeOf(before: Turn, turn: Turn): Omit<News, 'isElsewhere'> {
  const isWiped = wipeOf(before) !== wipeOf(turn);
  const isEmptied = !isWiped && before.epoch !== turn.epoch;
  const owner = turn.account?.owner;
  return { owner, isOther: turn.account?.id !== before.account?.id, isWiped, isEmptied };
}
