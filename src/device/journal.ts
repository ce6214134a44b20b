import { openChannel } from './channel.ts';
import type { Clock } from './clock.ts';
import type { Device } from './device.ts';
import type { Stamp } from './stamp.ts';
import type { DeviceRecord, Outcome } from './stored-records.ts';

/**
 * How often what is not written yet is written: what failed, and what another tab has made, which may have crashed since.
 * A visible tab also checks for writes of other tabs, in case a message was lost.
 */
const LOOK_EVERY_MS = 2000;

type Message = readonly (readonly [name: string, value: unknown, stamp: Stamp])[] | 'wiped';

interface Memory {
  /** A deleted record has the value `undefined`. */
  readonly recordAt: (name: string) => DeviceRecord | undefined;
  /** All records in memory that have a value. */
  readonly names: () => readonly string[];
  readonly isRead: () => boolean;
  /** Takes those records that are later than its own, and returns their names. The first reading passes them all. */
  readonly take: (records: ReadonlyMap<string, DeviceRecord>, from: 'device' | 'tab') => readonly string[];
  /** The device could not be read: what is put from now on counts as made before the first reading. */
  readonly onUnread: () => void;
  /** A write has ended, so `isWritten` may have changed. */
  readonly onWritten: () => void;
  /** Another tab has wiped this device, or turned storing on it off or on. */
  readonly onReplaced: () => void;
  /** Storage was cleared, or had been off. */
  readonly onAnew: () => void;
}

export type Journal = ReturnType<typeof makeJournal>;

/**
 * Brings records from memory to the device and to all tabs of this browser, and back. It holds no values itself, only
 * the names of what is not written yet.
 *
 * @param prefixes of the names that it reads and hears of
 */
export function makeJournal(device: Device, clock: Clock, prefixes: readonly string[], memory: Memory) {
  const channel = openChannel('answers', hear);
  const waiting = new Set<string>();
  let known = prefixes;
  let underWay: ReadonlyMap<string, DeviceRecord> = new Map();
  let writing: Promise<void> | undefined;
  let hasFailed = false;
  let stopLooking: (() => void) | undefined;
  let lastPulse: number | undefined;

  function waitingRecords(): Map<string, DeviceRecord> {
    const records = new Map<string, DeviceRecord>();
    for (const name of waiting) {
      const record = memory.recordAt(name);
      if (record !== undefined) records.set(name, record);
    }
    return records;
  }

  /** Records put during a write are written by the next one, and those put before `open` after the first reading. */
  function startWriting(): void {
    if (writing === undefined && waiting.size > 0 && stopLooking !== undefined) holdWritesDuring(write());
  }

  function holdWritesDuring(work: Promise<void>): void {
    const held = work.finally(() => {
      if (writing !== held) return;
      writing = undefined;
      if (!hasFailed) startWriting();
      memory.onWritten();
    });
    writing = held;
  }

  async function write(): Promise<void> {
    // Read the device first, so that values put before get later stamps than the stored ones.
    const isReadable = memory.isRead() || (await sync());
    const writes = waitingRecords();
    waiting.clear();
    underWay = writes;
    const outcome: Outcome = isReadable ? await device.write(writes) : { kind: 'failed' };
    const { kind, pulse, locked = [] } = outcome;
    underWay = new Map();
    if (kind === 'replaced') replaced();
    // Letters for an account that another tab has locked wait for its next log-in.
    const unwritten =
      kind === 'failed' ? [...writes.keys()] : locked.filter((name) => writes.get(name)?.value !== undefined);
    for (const name of unwritten) waiting.add(name);
    hasFailed = unwritten.length > 0;
    if (kind !== 'written' && kind !== 'anew') return;
    if (waiting.size === 0) device.lastWords.withdraw();
    // If no other tab wrote meanwhile, the next look finds nothing new.
    if (lastPulse !== undefined && pulse === lastPulse + 1) lastPulse = pulse;
    if (kind !== 'anew') return;
    memory.onAnew();
    haveAllWritten(writes);
  }

  /** Storage was cleared, or had been off: all records in memory but these must be written again. */
  function haveAllWritten(written: ReadonlyMap<string, unknown>): void {
    for (const name of memory.names()) if (!written.has(name)) waiting.add(name);
  }

  function hear(message: Message): void {
    if (message === 'wiped') return replaced();
    const ours = message.filter(([name]) => known.some((prefix) => name.startsWith(prefix)));
    const records = new Map(ours.map(([name, value, stamp]) => [name, { value, stamp }]));
    for (const name of memory.take(records, 'tab')) waiting.add(name);
  }

  async function look(): Promise<void> {
    startWriting();
    if ('document' in globalThis && document.visibilityState === 'hidden') return;
    const pulse = await device.pulse();
    if (pulse === lastPulse) return;
    lastPulse = pulse;
    const isCleared = pulse === undefined && device.getStatus().kind === 'kept';
    await (isCleared ? rewrite() : sync());
  }

  function forget(): void {
    device.lastWords.withdraw();
    waiting.clear();
    underWay = new Map();
  }

  function replaced(): void {
    forget();
    memory.onReplaced();
  }

  /** Reads stored records that are later than those in memory. Resolves to whether the device could be read. */
  async function sync(): Promise<boolean> {
    const stampOf = (name: string) => memory.recordAt(name)?.stamp ?? '';
    const found = await device.read(known, memory.isRead() ? stampOf : undefined);
    if (found === 'failed') return false;
    if (found === 'replaced') replaced();
    else memory.take(found === 'off' ? new Map() : found, 'device');
    return found !== 'replaced';
  }

  /** Resolves once everything put is stored, or a write has failed. */
  async function flush(): Promise<void> {
    do {
      startWriting();
      await writing;
    } while (writing !== undefined || (waiting.size > 0 && !hasFailed && stopLooking !== undefined));
  }

  /** Writes all records in memory again, after the device was cleared or storing was turned on. */
  function rewrite(): Promise<void> {
    haveAllWritten(new Map());
    return flush();
  }

  return {
    sync,
    flush,
    rewrite,

    get isWritten(): boolean {
      return waiting.size === 0 && writing === undefined;
    },

    /**
     * Sends records that have changed in memory to the other tabs and to the device. Before `open`, they wait, because
     * the first reading may change them.
     */
    put(records: ReadonlyMap<string, DeviceRecord>): void {
      for (const name of records.keys()) waiting.add(name);
      if (records.size === 0 || stopLooking === undefined) return;
      channel.post([...records].map(([name, { value, stamp }]) => [name, value, stamp] as const));
      // A microtask writes all changes of this turn in one. A timer might not fire before the page ends.
      queueMicrotask(startWriting);
    },

    /** Reads the device, then looks regularly for writes of other tabs. */
    async open(): Promise<void> {
      stopLooking ??= clock.every(LOOK_EVERY_MS, () => void look());
      await sync();
      startWriting();
    },

    close(): void {
      stopLooking?.();
      channel.close();
    },

    /** Switches to the records under these prefixes, and reads them, as `sync` does. */
    async know(next: readonly string[]): Promise<boolean> {
      known = next;
      const isRead = await sync();
      if (!isRead) memory.onUnread();
      return isRead;
    },

    /** For a page that may be about to end: saves all unwritten records synchronously. */
    saveLastWords(): void {
      device.lastWords.save(new Map([...underWay, ...waitingRecords()]));
    },

    /** Deletes all records that `isKept` does not accept, on the device and in all tabs. */
    async wipe(isKept: (name: string) => boolean): Promise<void> {
      forget();
      // What is put from now on is written after the wipe, which would delete it.
      holdWritesDuring(Promise.resolve(writing).then(() => device.wipe(isKept)));
      await writing;
      channel.post('wiped');
    },
  };
}
