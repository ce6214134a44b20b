import type { Clock } from './clock.ts';
import type { Device } from './device.ts';
import { otherTabs } from './other-tabs.ts';
import type { DeviceRecord } from './stored-records.ts';
import type { News } from './turn-in-use.ts';
import { makeWriter } from './writer.ts';

export interface Memory {
  /** A deleted record has the value `undefined`. */
  readonly recordAt: (name: string) => DeviceRecord | undefined;
  /** All records in memory that have a value. */
  readonly names: () => readonly string[];
  readonly isRead: () => boolean;
  /** Accepts those records that are later than its own, and returns their names. The first read passes all records. */
  readonly take: (records: ReadonlyMap<string, DeviceRecord>, from: 'device' | 'tab') => readonly string[];
  /** A write has ended, so `isWritten` may have changed. */
  readonly onWritten: () => void;
  /** Who is here has changed, in another tab. */
  readonly onTurn: (news: News) => void;
  /** Storage was cleared, or had been off. */
  readonly onEmptied: () => void;
}

export type Journal = ReturnType<typeof makeJournal>;

/**
 * Copies records from memory to the device and to all tabs of this browser, and back. It contains no values itself,
 * only the names of unwritten records.
 *
 * @param first prefixes of the names that it reads and receives, until `switchTo`
 */
export function makeJournal(device: Device, clock: Clock, first: readonly string[], memory: Memory) {
  let prefixes = first;
  const tabs = otherTabs(hear, hearOfTurn);
  const writer = makeWriter({ device, clock, memory, sync });
  const { flush, saveLastWords } = writer;
  device.use.onTurn = noticeTurn;

  function hear(records: ReadonlyMap<string, DeviceRecord>): void {
    const ours = [...records].filter(([name]) => prefixes.some((prefix) => name.startsWith(prefix)));
    for (const name of memory.take(new Map(ours), 'tab')) writer.add(name);
    writer.startLater();
  }

  /** If this tab can store nothing, it believes the message itself. Otherwise it reads what is stored. */
  function hearOfTurn(news: News): void {
    if (device.getStatus().kind === 'memory-only' && !device.isShared)
      noticeTurn({ ...news, isElsewhere: true });
    else void sync();
  }

  function noticeTurn(news: News): void {
    if (news.isElsewhere && news.isWiped) writer.forget();
    if (news.isElsewhere) memory.onTurn(news);
    else tabs.tellTurn(news);
    if (news.isEmptied) writer.rewrite();
  }

  /** Reads stored records that are later than those in memory. Resolves to whether the device could be read. */
  async function sync(): Promise<boolean> {
    const stampOf = (name: string) => memory.recordAt(name)?.stamp ?? '';
    const found = await device.read(prefixes, memory.isRead() ? stampOf : undefined);
    if (found === 'failed') return false;
    memory.take(found === 'off' ? new Map() : found, 'device');
    return true;
  }

  /** For a start and a login: a device that cannot be read then is not used until the next start. */
  async function read(): Promise<void> {
    if (await sync()) return;
    device.use.giveUp();
    await sync();
  }

  return {
    sync,
    read,
    flush,
    saveLastWords,

    get isWritten(): boolean {
      return writer.isWritten;
    },

    /**
     * Sends records that have changed in memory to the device and to the other tabs. Before `open`, they wait, because
     * the first read may change them.
     */
    put(records: ReadonlyMap<string, DeviceRecord>): void {
      for (const name of records.keys()) writer.add(name);
      if (records.size === 0 || !writer.isOpen) return;
      tabs.tell([...records.keys()].map((name) => [name, memory.recordAt(name)]));
      // A microtask writes all changes of one event in one transaction. A timer might not fire before the page ends.
      queueMicrotask(writer.start);
    },

    async open(): Promise<void> {
      writer.open();
      await read();
      writer.start();
    },

    close(): void {
      writer.close();
      tabs.close();
    },

    /** Switches to the records under these prefixes; `read` or `sync` reads them. */
    switchTo: (next: readonly string[]) => void (prefixes = next),

    /** Wipes the device, here and in all tabs. */
    async wipe(wipe: () => Promise<void>): Promise<void> {
      writer.forget();
      // Later changes are written after the wipe, which would otherwise delete them.
      await writer.afterWriting(wipe);
    },
  };
}
