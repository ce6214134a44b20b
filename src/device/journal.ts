import { openChannel, type Channel } from './channel.ts';
import type { Clock } from './clock.ts';
import type { Device } from './device.ts';
import type { Stamp } from './stamp.ts';
import type { DeviceRecord } from './stored-records.ts';

/**
 * How often what is not written yet is written: what failed, and what another tab has made, which may have crashed since.
 * A visible tab also checks for writes of other tabs, in case a message was lost.
 */
const LOOK_EVERY_MS = 2000;

type Message = readonly (readonly [name: string, value: unknown, stamp: Stamp])[] | 'wiped';

/** Whoever holds the records in memory. */
interface Memory {
  /** A deleted record has the value `undefined`. */
  readonly recordAt: (name: string) => DeviceRecord | undefined;
  /** All records in memory that have a value. */
  readonly names: () => readonly string[];
  /** Whether the device has been read. */
  readonly isRead: () => boolean;
  /**
   * Takes those records that are later than its own. Called with all records of the device at the first reading.
   *
   * @returns their names
   */
  readonly take: (records: ReadonlyMap<string, DeviceRecord>, from: 'device' | 'tab') => readonly string[];
  /** The device could not be read: what is put from now on counts as made before the first reading. */
  readonly onUnread: () => void;
  /** A write has ended, so `isWritten` may have changed. */
  readonly onWritten: () => void;
  /** Another tab has wiped this device, or turned storing on it off or on. */
  readonly onReplaced: () => void;
}

/**
 * Brings records from memory to the device and to all tabs of this browser, and back. It holds no values itself, only
 * the names of what is not written yet. Writes that fail are tried again.
 */
export class Journal {
  readonly #device: Device;
  readonly #clock: Clock;
  readonly #memory: Memory;
  readonly #channel: Channel<Message>;
  readonly #waiting = new Set<string>();
  /** The records that are being written now. */
  #underWay: ReadonlyMap<string, DeviceRecord> = new Map();
  #prefixes: readonly string[];
  #isWriting = false;
  #writing: Promise<void> = Promise.resolve();
  #hasFailed = false;
  #stopLooking: (() => void) | undefined;
  #pulse: number | undefined;

  constructor(name: string, device: Device, clock: Clock, prefixes: readonly string[], memory: Memory) {
    this.#device = device;
    this.#clock = clock;
    this.#prefixes = prefixes;
    this.#memory = memory;
    this.#channel = openChannel(name, (message: Message) => this.#hear(message));
  }

  /** Whether everything put rests on the device. */
  get isWritten(): boolean {
    return this.#waiting.size === 0 && !this.#isWriting;
  }

  /**
   * Sends records that have changed in memory to the other tabs and to the device. Before `open`, they wait, because
   * the first reading may change them.
   */
  put(records: ReadonlyMap<string, DeviceRecord>): void {
    for (const name of records.keys()) this.#waiting.add(name);
    if (records.size === 0 || this.#stopLooking === undefined) return;
    this.#channel.post([...records].map(([name, { value, stamp }]) => [name, value, stamp] as const));
    // A microtask writes all changes of this turn in one. A timer might not fire before the page ends.
    queueMicrotask(() => this.#startWriting());
  }

  /** Reads the device, then looks regularly for writes of other tabs. */
  async open(): Promise<boolean> {
    this.#stopLooking ??= this.#clock.every(LOOK_EVERY_MS, () => void this.#look());
    const isRead = await this.sync();
    this.#startWriting();
    return isRead;
  }

  close(): void {
    this.#stopLooking?.();
    this.#channel.close();
  }

  /** Switches to the records under these prefixes, and reads them, as `sync` does. */
  async know(prefixes: readonly string[]): Promise<boolean> {
    this.#prefixes = prefixes;
    const isRead = await this.sync();
    if (!isRead) this.#memory.onUnread();
    return isRead;
  }

  /**
   * Reads stored records that are later than those in memory; at the first reading, all.
   *
   * @returns whether the device could be read
   */
  async sync(): Promise<boolean> {
    const stampOf = (name: string) => this.#memory.recordAt(name)?.stamp ?? '';
    const found = await this.#device.read(this.#prefixes, this.#memory.isRead() ? stampOf : undefined);
    if (found === 'failed') return false;
    if (found === 'replaced') this.#replaced();
    else this.#memory.take(found === 'off' ? new Map() : found, 'device');
    return found !== 'replaced';
  }

  /** Resolves once everything put is stored, or a write has failed. */
  async flush(): Promise<void> {
    do {
      this.#startWriting();
      await this.#writing;
    } while (this.#isWriting || (this.#waiting.size > 0 && !this.#hasFailed));
  }

  /** For a page that may be about to end: saves all unwritten records synchronously. */
  saveLastWords(): void {
    this.#device.lastWords.save(new Map([...this.#underWay, ...this.#waitingRecords()]));
  }

  /** Deletes all records that `isKept` does not accept, on the device and in all tabs. */
  async wipe(isKept: (name: string) => boolean): Promise<void> {
    this.#forget();
    await this.#writing;
    await this.#device.wipe(isKept);
    this.#channel.post('wiped');
  }

  /** Writes all records in memory again, after the device was cleared or storing was turned on. */
  rewrite(): Promise<void> {
    this.#haveAllWritten(new Map());
    return this.flush();
  }

  #forget(): void {
    this.#device.lastWords.withdraw();
    this.#waiting.clear();
    this.#underWay = new Map();
  }

  /** Records put during a write are written by the next one. */
  #startWriting(): void {
    if (this.#isWriting || this.#waiting.size === 0) return;
    this.#isWriting = true;
    this.#writing = this.#write().finally(() => {
      this.#isWriting = false;
      if (!this.#hasFailed) this.#startWriting();
      this.#memory.onWritten();
    });
  }

  async #write(): Promise<void> {
    // Read the device first, so that values put before get later stamps than the stored ones.
    const isReadable = this.#memory.isRead() || (await this.sync());
    const writes = this.#waitingRecords();
    this.#waiting.clear();
    this.#underWay = writes;
    const outcome = isReadable ? await this.#device.write(writes) : ({ kind: 'failed' } as const);
    this.#underWay = new Map();
    switch (outcome.kind) {
      case 'written':
      case 'anew':
        this.#hasFailed = false;
        if (this.#waiting.size === 0) this.#device.lastWords.withdraw();
        // If no other tab wrote meanwhile, the next look finds nothing new.
        if (this.#pulse !== undefined && outcome.pulse === this.#pulse + 1) this.#pulse = outcome.pulse;
        if (outcome.kind === 'anew') this.#haveAllWritten(writes);
        return;
      case 'replaced':
        return this.#replaced();
      case 'failed':
        for (const name of writes.keys()) this.#waiting.add(name);
        this.#hasFailed = true;
        return;
      case 'off':
        return;
      default:
        outcome.kind satisfies never;
    }
  }

  #waitingRecords(): Map<string, DeviceRecord> {
    const records = new Map<string, DeviceRecord>();
    for (const name of this.#waiting) {
      const record = this.#memory.recordAt(name);
      if (record !== undefined) records.set(name, record);
    }
    return records;
  }

  /** Storage was cleared, or had been off: all records in memory but these must be written again. */
  #haveAllWritten(written: ReadonlyMap<string, unknown>): void {
    for (const name of this.#memory.names()) if (!written.has(name)) this.#waiting.add(name);
  }

  #hear(message: Message): void {
    if (message === 'wiped') return this.#replaced();
    const known = message.filter(([name]) => this.#prefixes.some((prefix) => name.startsWith(prefix)));
    const records = new Map(known.map(([name, value, stamp]) => [name, { value, stamp }]));
    const taken = this.#memory.take(records, 'tab');
    for (const name of taken) this.#waiting.add(name);
  }

  async #look(): Promise<void> {
    this.#startWriting();
    if ('document' in globalThis && document.visibilityState === 'hidden') return;
    const pulse = await this.#device.pulse();
    if (pulse === this.#pulse) return;
    const isCleared = pulse === undefined && this.#device.getStatus().kind === 'kept';
    this.#pulse = pulse;
    await (isCleared ? this.rewrite() : this.sync());
  }

  #replaced(): void {
    this.#forget();
    this.#memory.onReplaced();
  }
}
