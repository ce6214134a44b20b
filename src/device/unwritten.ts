// The names of records that are in memory and not on the device yet. Pure; `writer.ts` writes them.
import type { DeviceRecord, Outcome, Writes } from './stored-records.ts';

export interface Unwritten {
  readonly waiting: Set<string>;
  underWay: Writes;
  hasFailed: boolean;
}

export function nothingUnwritten(): Unwritten {
  return { waiting: new Set(), underWay: new Map(), hasFailed: false };
}

/** Notes that a record has changed in memory. */
export function add({ waiting }: Unwritten, name: string): void {
  waiting.add(name);
}

export function recordsOf(
  { waiting }: Unwritten,
  recordAt: (name: string) => DeviceRecord | undefined,
): Map<string, DeviceRecord> {
  const records = new Map<string, DeviceRecord>();
  for (const name of waiting) {
    const record = recordAt(name);
    if (record !== undefined) records.set(name, record);
  }
  return records;
}

/** Begins to write all that is waiting. */
export function beginWrite(
  unwritten: Unwritten,
  recordAt: (name: string) => DeviceRecord | undefined,
): Writes {
  const writes = recordsOf(unwritten, recordAt);
  clear(unwritten);
  unwritten.underWay = writes;
  return writes;
}

/** A write has ended. Records that it could not write wait again: those of a locked account until it is unlocked. */
export function endWrite(unwritten: Unwritten, writes: Writes, { kind, locked = [] }: Outcome): void {
  unwritten.underWay = new Map();
  const names =
    kind === 'failed' || kind === 'replaced'
      ? [...writes.keys()]
      : locked.filter((name) => writes.get(name)?.value !== undefined);
  for (const name of names) add(unwritten, name);
  unwritten.hasFailed = names.length > 0;
}

/** Drops all: later changes begin again. */
export function clear(unwritten: Unwritten): void {
  unwritten.waiting.clear();
  unwritten.underWay = new Map();
  unwritten.hasFailed = false;
}
