import * as z from 'zod/mini';
import type { Device } from '#device/device.ts';

const PREFIX = 'file/';
/**
 * A write without a stamp replaces any record, as a newly chosen file must. Later writes about a file first check
 * that no other file has replaced it.
 */
const STAMP = '';

const kept = z.object({
  /** Distinguishes this choice of a file from earlier ones. */
  id: z.string(),
  name: z.string(),
  type: z.string(),
  /** Whether the server has been asked to convert the file. */
  isSent: z.boolean(),
});

const failure = z.object({ message: z.string(), name: z.string(), type: z.string() });

/** Deletes all records of a question. */
const NOTHING = { about: undefined, bytes: undefined, failed: undefined, 'failed-bytes': undefined };

interface FileName {
  readonly name: string;
  readonly type: string;
}

/** A chosen file that the server may not have yet. */
export interface WaitingFile {
  readonly id: string;
  readonly file: File;
  readonly isSent: boolean;
}

/** Why an upload failed, and the file if it was chosen on this device. */
export interface FailedFile {
  readonly message: string;
  readonly file: File | undefined;
}

/** Files and failures stored by an earlier visit, by answer key. */
interface LeftFiles {
  readonly waiting: ReadonlyMap<string, WaitingFile>;
  /** Failures that the applicant has not seen yet. */
  readonly failed: ReadonlyMap<string, FailedFile>;
}

/**
 * Stores chosen files on this device, encrypted, until the server has them as PDFs. Stores failed ones until the
 * applicant has seen the failure. Where nothing can be stored, the files live as long as the page.
 */
export class WaitingFiles {
  readonly #device: Device;
  readonly #prefix: string;

  /** @param owner the digest of the account, as in `answers/` */
  constructor(device: Device, owner: string) {
    this.#device = device;
    this.#prefix = `${PREFIX}${owner}/`;
  }

  /** Reads the files and failures stored by an earlier visit. */
  async left(): Promise<LeftFiles> {
    const found = await this.#read();
    const waiting = new Map<string, WaitingFile>();
    const failed = new Map<string, FailedFile>();
    const fileAt = (about: FileName, key: string, part: string) => {
      const bytes = found.get(this.#nameOf(key, part))?.value;
      return bytes instanceof Uint8Array ? fileOf(about, bytes) : undefined;
    };
    for (const [name, { value }] of found) {
      const [key = '', part] = name.slice(this.#prefix.length).split('/');
      const about = part === 'about' ? kept.safeParse(value) : undefined;
      if (about?.success === true) {
        const { id, isSent } = about.data;
        const file = fileAt(about.data, key, 'bytes');
        if (file !== undefined) waiting.set(key, { id, isSent, file });
      }
      const reason = part === 'failed' ? failure.safeParse(value) : undefined;
      if (reason?.success === true) {
        const { message } = reason.data;
        failed.set(key, { message, file: fileAt(reason.data, key, 'failed-bytes') });
      }
    }
    return { waiting, failed };
  }

  /**
   * Stores a file in place of an earlier one. Resolves once it is stored, or storing has failed.
   *
   * @returns a copy in memory, which stays readable when the applicant deletes, moves or changes the file
   * @throws when the file cannot be read
   */
  async put(key: string, waiting: WaitingFile): Promise<WaitingFile> {
    // Delete the earlier file even if the new one cannot be read.
    const bytes = await bytesOf(waiting.file).catch(async (error: unknown) => {
      await this.delete(key);
      throw error;
    });
    const about = aboutOf(waiting);
    await this.#write(key, { ...NOTHING, about, bytes });
    return { ...waiting, file: fileOf(about, bytes) };
  }

  /** Marks a file as sent, unless another file has replaced it. */
  async markSent(key: string, waiting: WaitingFile): Promise<void> {
    if (!(await this.isThere(key, waiting.id))) return;
    await this.#write(key, { about: aboutOf({ ...waiting, isSent: true }) });
  }

  /**
   * Stores a failure in place of its file, unless another file has replaced it.
   *
   * @param id of the choice; `undefined` for a file chosen on another device
   */
  async fail(key: string, id: string | undefined, { message, file }: FailedFile): Promise<void> {
    const failed = { message, name: file?.name ?? '', type: file?.type ?? '' } satisfies z.output<
      typeof failure
    >;
    // If the file cannot be read (any more), store the failure without it.
    const bytes = file === undefined ? undefined : await bytesOf(file).catch(() => undefined);
    if (await this.#isAnother(key, id)) return;
    await this.#write(key, { ...NOTHING, failed, 'failed-bytes': bytes });
  }

  /** Deletes a file that the server now has as a PDF, unless another file has replaced it. */
  async done(key: string, id: string | undefined): Promise<void> {
    if (!(await this.#isAnother(key, id))) await this.delete(key);
  }

  /** Deletes the failure only: another tab may have chosen a new file since. */
  async forgetFailure(key: string): Promise<void> {
    await this.#write(key, { failed: undefined, 'failed-bytes': undefined });
  }

  /** Deletes everything stored for this question. */
  async delete(key: string): Promise<void> {
    await this.#write(key, NOTHING);
  }

  /** Whether this file is still waiting; true if unknown. False once another tab has sent it. */
  async isThere(key: string, id: string): Promise<boolean> {
    const about = await this.#aboutAt(key);
    return about === 'unknown' || about?.id === id;
  }

  /** Whether a different file is stored. Without an `id`, a sent file is the one that the server reports on. */
  async #isAnother(key: string, id: string | undefined): Promise<boolean> {
    const about = await this.#aboutAt(key);
    if (about === undefined || about === 'unknown') return false;
    return id === undefined ? !about.isSent : about.id !== id;
  }

  async #aboutAt(key: string): Promise<z.output<typeof kept> | 'unknown' | undefined> {
    const name = this.#nameOf(key, 'about');
    const found = await this.#device.read([name]);
    if (typeof found === 'string') return 'unknown';
    return kept.safeParse(found.get(name)?.value).data;
  }

  async #read() {
    const found = await this.#device.read([this.#prefix]);
    return typeof found === 'string' ? new Map<string, { value: unknown }>() : found;
  }

  /** @param parts the records to write; `undefined` deletes one */
  async #write(key: string, parts: Readonly<Record<string, unknown>>): Promise<void> {
    const records = Object.entries(parts).map(
      ([part, value]) => [this.#nameOf(key, part), { stamp: STAMP, value }] as const,
    );
    await this.#device.write(new Map(records));
  }

  #nameOf(key: string, part: string): string {
    return `${this.#prefix}${key}/${part}`;
  }
}

async function bytesOf(file: File): Promise<Uint8Array> {
  return new Uint8Array(await file.arrayBuffer());
}

function aboutOf({ id, file, isSent }: WaitingFile): z.output<typeof kept> {
  return { id, name: file.name, type: file.type, isSent };
}

function fileOf({ name, type }: FileName, bytes: Uint8Array): File {
  return new File([new Uint8Array(bytes)], name, { type });
}
