import { doubled } from './back-off.ts';
import { Channel } from './channel.ts';
import type { Clock } from './clock.ts';
import type { Device } from './device.ts';
import { Lookout } from './lookout.ts';
import { Stamper, type Stamp } from './stamp.ts';
import type { DeviceRecord } from './stored-records.ts';

const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 10_000;
/** The tab that made a record writes it. If it crashes first, this tab does so after this long. */
const WRITE_HEARD_WITHIN_MS = 1000;

type Message = readonly (readonly [name: string, value: unknown, stamp: Stamp])[] | 'wiped';

interface SharedRecordsEvents {
  /** Records changed, in this tab or elsewhere; a deleted record has the value `undefined`. */
  readonly onNews: (names: readonly string[]) => void;
  /**
   * The device was read for the first time, and values were put before. What is put meanwhile wins as these do.
   *
   * @param stored what it holds
   * @param early the names put before, up to date at any moment
   */
  readonly onEarly: (stored: ReadonlyMap<string, DeviceRecord>, early: ReadonlySet<string>) => void;
  /** A write has ended, so `isSettled` may have changed. */
  readonly onWritten: () => void;
  /** Another tab has wiped this device, or turned storing on it off or on. */
  readonly onReplaced: () => void;
}

/**
 * Named values in memory, on this device and in all tabs of this browser. The later change of a record wins
 * everywhere, in whatever order tabs receive it. Records whose write failed are kept here and retried.
 */
export class SharedRecords {
  readonly #device: Device;
  readonly #clock: Clock;
  readonly #events: SharedRecordsEvents;
  readonly #channel: Channel<Message>;
  readonly #stamper: Stamper;
  readonly #lookout: Lookout;
  readonly #records = new Map<string, DeviceRecord>();
  /** Names to write to the device. */
  readonly #waiting = new Set<string>();
  /** Records that are being written now. */
  #underWay: ReadonlyMap<string, DeviceRecord> = new Map();
  /** Names put before the device was read. These values win over stored ones; `onEarly` may put others. */
  readonly #early = new Set<string>();
  #prefixes: readonly string[];
  #isOpen = false;
  #cancelTimer: (() => void) | undefined;
  #failures = 0;
  #writing: Promise<void> = Promise.resolve();
  #isWriting = false;

  constructor(
    name: string,
    device: Device,
    clock: Clock,
    prefixes: readonly string[],
    events: SharedRecordsEvents,
  ) {
    this.#device = device;
    this.#clock = clock;
    this.#prefixes = prefixes;
    this.#events = events;
    this.#stamper = new Stamper(clock.now);
    this.#lookout = new Lookout(device, clock, (isCleared) => (isCleared ? this.rewrite() : this.sync()));
    this.#channel = new Channel(name, (message: Message) => this.#hear(message));
  }

  get tab(): string {
    return this.#stamper.tab;
  }

  /** Whether everything put is stored on the device. */
  get isSettled(): boolean {
    return this.#waiting.size === 0 && !this.#isWriting;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  get(name: string): unknown {
    return this.#records.get(name)?.value;
  }

  stampOf(name: string): Stamp {
    return this.#records.get(name)?.stamp ?? '';
  }

  /** Returns a stamp of this moment: every later `put` gets a later one. */
  now(): Stamp {
    return this.#stamper.next();
  }

  names(prefix: string): string[] {
    return [...this.#records].flatMap(([name, { value }]) =>
      value !== undefined && name.startsWith(prefix) ? [name] : [],
    );
  }

  /**
   * Sets values, all of them or none. `undefined` deletes a record in the version known here; a later version by
   * another tab stays.
   *
   * @param yields whether a concurrent change by another tab, or a stored record not read yet, wins over these values
   */
  put(values: ReadonlyMap<string, unknown>, yields = false): void {
    const message = [...values].flatMap(([name, value]) => {
      const known = this.stampOf(name);
      const next = yields ? this.#stamper.justAfter(known) : this.#stamper.next();
      const stamp = value === undefined ? known : next;
      if (stamp === '') return [];
      this.#records.set(name, { stamp, value });
      this.#waiting.add(name);
      if (!this.#isOpen && !yields) this.#early.add(name);
      return [[name, value, stamp] as const];
    });
    if (message.length === 0) return;
    this.#channel.post(message);
    // A microtask writes all changes of this turn together. A timer might not fire before the page ends.
    queueMicrotask(() => this.#startWriting());
    this.#events.onNews([...values.keys()]);
  }

  /** Reads the stored records, then checks regularly for writes of other tabs. */
  async open(): Promise<void> {
    await this.sync();
    this.#lookout.start();
  }

  close(): void {
    this.#lookout.stop();
    this.#cancelTimer?.();
    this.#channel.close();
  }

  /**
   * Switches to the records under these prefixes. The others are dropped from memory, unless they are nowhere else.
   *
   * @returns whether the device could be read
   */
  async know(prefixes: readonly string[]): Promise<boolean> {
    this.#prefixes = prefixes;
    for (const name of this.#records.keys()) {
      const isOnlyHere = this.#device.isShared || this.#waiting.has(name);
      if (!isOnlyHere && !prefixes.some((prefix) => name.startsWith(prefix))) this.#records.delete(name);
    }
    // After a failed read, treat new values as if the device were not open yet.
    const isRead = await this.sync();
    if (!isRead) this.#isOpen = false;
    return isRead;
  }

  /**
   * Reads stored records that are later than those in memory.
   *
   * @returns whether the device could be read
   */
  async sync(): Promise<boolean> {
    const found = await this.#device.read(this.#prefixes, (name) =>
      this.#early.has(name) ? '' : this.stampOf(name),
    );
    if (found === 'failed') return false;
    if (found === 'off') return true;
    if (found === 'replaced') {
      this.#replaced();
      return false;
    }
    for (const { stamp } of found.values()) this.#stamper.observe(stamp);
    if (!this.#isOpen) this.#settleEarly(found);
    this.#isOpen = true;
    const news = [...found].flatMap(([name, record]) => (this.#takeOver(name, record) ? [name] : []));
    if (news.length > 0) this.#events.onNews(news);
    return true;
  }

  /** Resolves once everything put is stored, or a write has failed. */
  async flush(): Promise<void> {
    do {
      this.#startWriting();
      await this.#writing;
    } while (this.#isWriting || (this.#waiting.size > 0 && this.#failures === 0));
  }

  /** For a page that may be about to end: saves all unwritten records synchronously. */
  leave(): void {
    this.#device.leave(new Map([...this.#underWay, ...this.#recordsOf(this.#waiting)]));
  }

  /** Deletes all records that `isKept` does not accept, on the device and in all tabs. */
  async wipe(isKept: (name: string) => boolean): Promise<void> {
    this.forget();
    await this.#writing;
    await this.#device.wipe(isKept);
    this.#channel.post('wiped');
  }

  /** Clears memory and pending writes; stored records stay. */
  forget(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    this.#device.withdraw();
    this.#waiting.clear();
    this.#underWay = new Map();
    this.#early.clear();
    this.#records.clear();
  }

  /** Writes all records in memory again, after the device was cleared or storing was turned on. */
  rewrite(): Promise<void> {
    this.#haveAllWritten(new Map());
    return this.flush();
  }

  /** Writes at once. Records put during a write are written by the next one. */
  #startWriting(): void {
    if (this.#isWriting || this.#waiting.size === 0) return;
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    this.#isWriting = true;
    this.#writing = this.#write().finally(() => {
      this.#isWriting = false;
      if (this.#failures === 0) this.#startWriting();
      this.#events.onWritten();
    });
  }

  async #write(): Promise<void> {
    // Read the device first, so that values put before get later stamps than the stored ones.
    const isReadable = this.#isOpen || (await this.sync());
    const writes = this.#recordsOf(this.#waiting);
    this.#waiting.clear();
    this.#underWay = writes;
    const outcome = isReadable ? await this.#device.write(writes) : ({ kind: 'failed' } as const);
    this.#underWay = new Map();
    switch (outcome.kind) {
      case 'written':
      case 'anew':
        this.#failures = 0;
        if (this.#waiting.size === 0) this.#device.withdraw();
        this.#lookout.noteWrite(outcome.pulse);
        if (outcome.kind === 'anew') this.#haveAllWritten(writes);
        return;
      case 'replaced':
        this.#replaced();
        return;
      case 'failed':
        for (const name of writes.keys()) this.#waiting.add(name);
        this.#failures += 1;
        this.#flushWithin(doubled(this.#failures, FIRST_RETRY_MS, LONGEST_RETRY_MS));
        return;
      case 'off':
        return;
      default:
        outcome.kind satisfies never;
    }
  }

  #recordsOf(names: Iterable<string>): ReadonlyMap<string, DeviceRecord> {
    return new Map(
      [...names].flatMap((name) => {
        const record = this.#records.get(name);
        return record === undefined ? [] : [[name, record] as const];
      }),
    );
  }

  /** Storage was cleared, or had been off: all records in memory but these must be written again. */
  #haveAllWritten(written: ReadonlyMap<string, unknown>): void {
    for (const [name, { value }] of this.#records)
      if (value !== undefined && !written.has(name)) this.#waiting.add(name);
  }

  #flushWithin(ms: number): void {
    this.#cancelTimer ??= this.#clock.after(ms, () => {
      this.#cancelTimer = undefined;
      this.#startWriting();
    });
  }

  #hear(message: Message): void {
    if (message === 'wiped') {
      this.#replaced();
      return;
    }
    const news = message.flatMap(([name, value, stamp]) => {
      this.#stamper.observe(stamp);
      const isKnown = this.#prefixes.some((prefix) => name.startsWith(prefix));
      return isKnown && this.#takeOver(name, { value, stamp }) ? [name] : [];
    });
    if (news.length === 0) return;
    for (const name of news) this.#waiting.add(name);
    this.#flushWithin(WRITE_HEARD_WITHIN_MS);
    this.#events.onNews(news);
  }

  #takeOver(name: string, record: DeviceRecord): boolean {
    if (record.stamp <= this.stampOf(name)) return false;
    this.#records.set(name, record);
    this.#early.delete(name);
    return true;
  }

  #settleEarly(found: ReadonlyMap<string, DeviceRecord>): void {
    if (this.#early.size === 0) return;
    this.#events.onEarly(found, this.#early);
    for (const name of this.#early)
      this.#records.set(name, { stamp: this.#stamper.next(), value: this.get(name) });
    this.#early.clear();
  }

  #replaced(): void {
    this.forget();
    this.#events.onReplaced();
  }
}
