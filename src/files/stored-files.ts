import { clock } from '#device/clock.ts';
import type { Device } from '#device/device.ts';
import { valueIn, type DeviceRecord } from '#device/stored-records.ts';
import { newStamps, nextStamp, observeStamp, stampJustAfter, type Stamp } from '#device/stamp.ts';
import { answerKeys, type AnswerKey } from '#form/keys.ts';

/** A write without a stamp replaces any record. */
const ANY: Stamp = '';

/** Why a request can fail: `upload-model.ts` explains these. */
type Hindrance = 'offline' | 'portal' | 'storage' | 'busy' | 'outdated' | 'refused' | 'broken' | 'missed';

interface Document {
  readonly file_name: string;
  readonly file_size: number;
  readonly place?: string | undefined;
}

interface Failure {
  readonly message: string;
  readonly name: string;
  readonly type: string;
}

/** What the device stores about a file. */
export interface FileRow {
  /** Distinguishes this choice of a file from earlier ones. */
  readonly id: string;
  readonly name: string;
  readonly type: string;
  /** The server has agreed to convert the file. */
  readonly isSent: boolean;
  /** Where the storage has the file. */
  readonly place?: string | undefined;
  /** The account's document that it may replace. */
  readonly theirs?: Document | undefined;
  readonly trouble?: { readonly is: Hindrance; readonly failures: number } | undefined;
  /** When the next attempt may begin, in milliseconds since 1970. */
  readonly next?: number | undefined;
}

/** What becomes of the row of a file: `stored` stores another one. */
export type FileNote = NoteOf &
  (
    | { readonly as: 'stored'; readonly row: FileRow }
    | { readonly as: 'failed'; readonly message: string; readonly file: File | undefined }
    | { readonly as: 'done' | 'seen' }
  );

interface NoteOf {
  readonly key: AnswerKey;
  readonly id?: string | undefined;
}

/** A row that this or an earlier visit has left, with the file. */
export interface StoredFile extends FileRow {
  readonly file: File;
}

/** Deletes all records of a question. */
const NOTHING = { about: undefined, bytes: undefined, failed: undefined, 'failed-bytes': undefined };

/**
 * The chosen files of one account on this device, encrypted, until the server has them as PDFs. Failed ones stay until
 * the applicant has seen the failure. Records are `file/OWNER/KEY/about`, `…/bytes`, `…/failed` and `…/failed-bytes`.
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

  /** The row of a question, and a stamp that is later, and earlier than that of a choice made since. */
  async function presentAt(key: string) {
    const name = nameOf(key, 'about');
    const records = await device.read([name, nameOf(key, 'failed')]);
    const found = typeof records === 'string' ? undefined : records;
    const last = [...(found?.values() ?? [])]
      .map(({ stamp }) => stamp)
      .reduce((last, stamp) => (stamp > last ? stamp : last), ANY);
    return { present: valueIn<FileRow>(found?.get(name)), stamp: stampJustAfter(stamps, last) };
  }

  return {
    /**
     * Reads what this tab, another one or an earlier visit has stored: files that wait, and failures that the applicant
     * has not seen. Resolves to `undefined` while the device cannot be read.
     */
    async left() {
      const kept = new Map<AnswerKey, StoredFile>();
      const failed = new Map<AnswerKey, { message: string; file: File | undefined }>();
      const records = await device.read([`file/${owner}/`]);
      if (typeof records === 'string') return undefined;
      for (const { stamp } of records.values()) observeStamp(stamps, stamp);
      for (const key of answerKeys) {
        const at = (part: string) => records.get(nameOf(key, part));
        const chosen = valueIn<FileRow>(at('about'));
        const file = chosen && fileOf(chosen, at('bytes'));
        if (chosen && file) kept.set(key, { ...chosen, file });
        const past = valueIn<Failure>(at('failed'));
        if (past !== undefined)
          failed.set(key, { message: past.message, file: fileOf(past, at('failed-bytes')) });
      }
      return { kept, failed };
    },

    /**
     * Stores a file in place of an earlier one. Deletes the earlier one even if the new one cannot be read.
     *
     * @param theirs the document that it may replace
     * @returns a copy in memory, and whether the device stores it, too
     * @throws when the file cannot be read
     */
    async put(key: string, id: string, file: File, theirs?: FileRow['theirs']) {
      const bytes = await file.arrayBuffer().catch(async (error: unknown) => {
        await write(key, NOTHING, ANY);
        throw error;
      });
      const { name, type } = file;
      const chosen: FileRow = { id, name, type, isSent: false, theirs };
      const parts = { ...NOTHING, about: chosen, bytes: new Uint8Array(bytes) };
      const isOnDevice = await write(key, parts, nextStamp(stamps, clock.now()));
      return { file: new File([bytes], name, { type }), isOnDevice };
    },

    /**
     * Notes what has become of a file, unless another one has replaced it.
     *
     * @returns whether the device stores that; `another` if another file has replaced it
     */
    async note(what: FileNote): Promise<boolean | 'another'> {
      // If the file cannot be read (any more), the failure is stored without it.
      const bytes = 'file' in what ? await what.file?.arrayBuffer().catch(() => undefined) : undefined;
      const { present, stamp } =
        what.as === 'seen' ? { present: undefined, stamp: ANY } : await presentAt(what.key);
      const parts = partsAfter(present, what, bytes);
      return parts === 'another' ? parts : write(what.key, parts, stamp);
    },
  };
}

/** The records that a note changes; `another` if another file has replaced this one. Pure. */
export function partsAfter(present: FileRow | undefined, what: FileNote, bytes?: ArrayBuffer) {
  // Another tab may have chosen a new file since the failure.
  if (what.as === 'seen') return { failed: undefined, 'failed-bytes': undefined };
  const isOthers = what.id === undefined ? !present?.isSent : present?.id !== what.id;
  if (present !== undefined && isOthers) return 'another';
  if ('row' in what) return present === undefined ? {} : { about: what.row };
  if (!('file' in what)) return NOTHING;
  const { message, file: { name, type } = { name: '', type: '' } } = what;
  return { ...NOTHING, failed: { message, name, type }, 'failed-bytes': bytes && new Uint8Array(bytes) };
}

export type StoredFiles = ReturnType<typeof storedFiles>;
export type FoundFiles = NonNullable<Awaited<ReturnType<StoredFiles['left']>>>;

function fileOf({ name, type }: Pick<File, 'name' | 'type'>, record: DeviceRecord | undefined) {
  const bytes = record?.value;
  return bytes instanceof Uint8Array ? new File([new Uint8Array(bytes)], name, { type }) : undefined;
}
