import type { Clock } from './clock.ts';
import type { Device } from './device.ts';
import type { Memory } from './journal.ts';
import { add, beginWrite, clear, endWrite, nothingUnwritten, recordsOf } from './unwritten.ts';

/**
 * When a failed write is tried again, and when this tab writes the changes of another one, which may have crashed
 * since.
 */
const AGAIN_AFTER_MS = 2000;

interface WriterParts {
  readonly device: Device;
  readonly clock: Clock;
  readonly memory: Memory;
  /** Reads later records from the device. Resolves to whether it could be read. */
  readonly sync: () => Promise<boolean>;
}

/** Writes what has changed in memory, one write at a time. */
export function makeWriter({ device, clock, memory, sync }: WriterParts) {
  const unwritten = nothingUnwritten();
  let writing: Promise<void> | undefined;
  let isOpen = false;
  let isClosed = false;

  /** Records put during a write are written by the next one, and those put before `open` after the first read. */
  function start(): void {
    if (writing === undefined && unwritten.waiting.size > 0 && isOpen) holdDuring(write());
  }

  const startLater = () => void clock.after(AGAIN_AFTER_MS, () => (isClosed ? undefined : start()));

  /** Later changes are written after this. */
  function holdDuring(work: Promise<void>): void {
    const held = work.finally(() => {
      if (writing !== held) return;
      writing = undefined;
      if (!unwritten.hasFailed) start();
      memory.onWritten();
    });
    writing = held;
  }

  async function write(): Promise<void> {
    // Read the device first, so that earlier changes get later stamps than the stored ones.
    const isReadable = memory.isRead() || (await sync());
    const writes = beginWrite(unwritten, memory.recordAt);
    const outcome = isReadable ? await device.write(writes) : ({ kind: 'failed' } as const);
    const { kind } = outcome;
    // The device has been wiped: what was typed before is dropped.
    if (unwritten.underWay !== writes) return;
    endWrite(unwritten, writes, outcome);
    if (kind === 'failed' || kind === 'replaced') return startLater();
    if (unwritten.waiting.size === 0) device.lastWords.withdraw();
  }

  /** Storage was cleared, or turned off or on: all records in memory must be written again. */
  function rewrite(): void {
    memory.onEmptied();
    for (const name of memory.names()) add(unwritten, name);
    start();
    memory.onWritten();
  }

  return {
    start,
    startLater,
    rewrite,
    add: (name: string) => add(unwritten, name),

    get isWritten(): boolean {
      return unwritten.waiting.size === 0 && writing === undefined;
    },

    get isOpen(): boolean {
      return isOpen;
    },

    open: () => void (isOpen = true),
    close: () => void (isClosed = true),

    forget(): void {
      device.lastWords.withdraw();
      clear(unwritten);
    },

    /** Resolves once everything put is stored, or a write has failed. */
    async flush(): Promise<void> {
      do {
        start();
        await writing;
      } while (writing !== undefined || (unwritten.waiting.size > 0 && !unwritten.hasFailed && isOpen));
    },

    /** For a page that may be about to close: saves all unwritten records synchronously. */
    saveLastWords(): void {
      device.lastWords.save(new Map([...unwritten.underWay, ...recordsOf(unwritten, memory.recordAt)]));
    },

    /** Does this once the present write has ended, and before the next one begins. */
    async afterWriting(work: () => Promise<void>): Promise<void> {
      holdDuring(Promise.resolve(writing).then(work));
      await writing;
    },
  };
}
