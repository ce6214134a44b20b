import { clock } from '#device/clock.ts';
import type { Device } from '#device/device.ts';
import { valueIn, type DeviceRecord } from '#device/stored-records.ts';
import { newStamps, nextStamp, observeStamp, stampJustAfter, type Stamp } from '#device/stamp.ts';
import type { AnswerKey } from '#form/keys.ts';
import { fileKeys } from '#form/stored-keys.ts';

/** A write without a stamp replaces any record. */
const ANY: Stamp = '';

/**
 * Why a file is tried again. `portal`: something else answers in the server's place. `storage`: the place where files
 * are kept cannot be reached. `busy`: the server cannot take the call now. `refused`: it does not say how a conversion
 * goes.
 */
export type Hindrance = 'offline' | 'portal' | 'storage' | 'busy' | 'refused';

/** What the device stores about a file. */
export interface FileRow {
  /** Tells this choice of a file from others; `''` if it was not made in this browser. */
  readonly id: string;
  readonly name: string;
  readonly type: string;
  /**
   * `waiting`: it is to be sent. `converting`: the server has agreed to convert it. `failed`: the applicant has not seen
   * why yet.
   */
  readonly step: 'waiting' | 'converting' | 'failed';
  /** The storage has it at this place. */
  readonly place?: string | undefined;
  /** The place of the account's document that it may replace. */
  readonly over?: string | undefined;
  readonly trouble?: { readonly is: Hindrance; readonly failures: number } | undefined;
  /** When the next attempt may begin, in milliseconds since 1970. */
  readonly next?: number | undefined;
  /** Why it has failed. */
  readonly said?: string | undefined;
}

/** A row that this or an earlier visit has left, with the file if it could be stored. */
export interface StoredFile extends FileRow {
  readonly file: File | undefined;
}

export type FoundFiles = ReadonlyMap<AnswerKey, StoredFile>;

/** The new row of a file; `undefined` deletes it. */
export interface FileNote {
  readonly key: AnswerKey;
  readonly id: string;
  readonly row: FileRow | undefined;
}

const NOTHING = { row: undefined, bytes: undefined };

/**
 * The chosen files of one account on this device, encrypted, until the server has them as PDFs. Failed ones stay until
 * the applicant has seen the failure. Records are `file/OWNER/KEY/row` and `file/OWNER/KEY/bytes`.
 */
export function storedFiles(device: Device, owner: string, stamps = newStamps()) {
  const nameOf = (key: string, part: string) => `file/${owner}/${key}/${part}`;

  /**
   * @param parts the records to write; `undefined` deletes one
   * @param stamp stored records that are later stay
   * @returns whether the device stores them
   */
  async function write(key: string, parts: Readonly<Record<string, unknown>>, stamp: Stamp) {
    const records = Object.entries(parts).map(
      ([part, value]) => [nameOf(key, part), { stamp, value }] as const,
    );
    const { kind, locked } = await device.write(new Map(records));
    return (kind === 'written' || kind === 'anew') && locked === undefined;
  }

  return {
    /** Reads what this tab, another one or an earlier visit has stored; `undefined` while the device cannot be read. */
    async read(): Promise<FoundFiles | undefined> {
      const records = await device.read([`file/${owner}/`]);
      if (typeof records === 'string') return undefined;
      for (const { stamp } of records.values()) observeStamp(stamps, stamp);
      const rows = new Map<AnswerKey, StoredFile>();
      for (const key of fileKeys) {
        const row = valueIn<FileRow>(records.get(nameOf(key, 'row')));
        const file = row && fileOf(row, records.get(nameOf(key, 'bytes')));
        if (row && (file || row.step !== 'waiting')) rows.set(key, { ...row, file });
      }
      return rows;
    },

    /**
     * Stores a file in place of an earlier one. Deletes the earlier one even if the new one cannot be read or stored.
     *
     * @param over the place of the document that it may replace
     * @returns a copy in memory, and whether the device stores it, too
     * @throws when the file cannot be read
     */
    async put(key: string, id: string, file: File, over?: string) {
      const bytes = await file.arrayBuffer().catch(async (error: unknown) => {
        await write(key, NOTHING, ANY);
        throw error;
      });
      const { name, type } = file;
      const row: FileRow = { id, name, type, step: 'waiting', over };
      const parts = { row, bytes: new Uint8Array(bytes) };
      const isOnDevice = await write(key, parts, nextStamp(stamps, clock.now()));
      if (!isOnDevice) await write(key, NOTHING, ANY);
      return { file: new File([bytes], name, { type }), isOnDevice };
    },

    /** Stores what has become of a file. Resolves to whether the question still has that file, and not another one. */
    async note(what: FileNote): Promise<boolean> {
      const name = nameOf(what.key, 'row');
      const records = await device.read([name]);
      const present = typeof records === 'string' ? undefined : records.get(name);
      const parts = partsAfter(valueIn<FileRow>(present), what);
      // Earlier than a choice that another tab has made since.
      if (parts !== 'another') await write(what.key, parts, stampJustAfter(stamps, present?.stamp ?? ANY));
      return parts !== 'another';
    },
  };
}

/** The records that a note changes; `another` if another file has replaced this one. Pure. */
export function partsAfter(present: FileRow | undefined, { id, row }: FileNote) {
  if (present !== undefined && present.id !== id) return 'another';
  if (row === undefined) return NOTHING;
  // A row that another tab has deleted stays deleted. A failure is stored in any case.
  return present === undefined && row.step !== 'failed' ? {} : { row };
}

export type StoredFiles = ReturnType<typeof storedFiles>;

function fileOf({ name, type }: Pick<File, 'name' | 'type'>, record: DeviceRecord | undefined) {
  const bytes = record?.value;
  return bytes instanceof Uint8Array ? new File([new Uint8Array(bytes)], name, { type }) : undefined;
}
