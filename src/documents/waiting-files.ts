import * as z from 'zod/mini';
import type { Device } from '#device/device.ts';

const PREFIX = 'file/';
/**
 * Without a stamp a write takes the place of any. A choice is meant to; whatever comes of an earlier one looks first
 * whether it is still that one's place.
 */
const STAMP = '';

const kept = z.object({
  /** Tells this choice of a file from the one before it. */
  id: z.string(),
  name: z.string(),
  type: z.string(),
  /** Whether the server has been asked to convert it. */
  isSent: z.boolean(),
});

const failure = z.object({ message: z.string(), name: z.string(), type: z.string() });

/** The records of one question, all gone. */
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

/** Why a document did not get through; the file itself where it was chosen on this device. */
export interface FailedFile {
  readonly message: string;
  readonly file: File | undefined;
}

/** What an earlier visit left, by answer key. */
export interface LeftFiles {
  readonly waiting: ReadonlyMap<string, WaitingFile>;
  /** What has failed and was not seen yet. */
  readonly failed: ReadonlyMap<string, FailedFile>;
}

/**
 * Chosen files on this device, encrypted like the answers, until the server has them as PDFs, and those that failed
 * until that has been seen. Where nothing can be kept they live as long as the page.
 */
export class WaitingFiles {
  readonly #device: Device;
  readonly #prefix: string;

  /** @param owner the account's digest, as the answers are kept by */
  constructor(device: Device, owner: string) {
    this.#device = device;
    this.#prefix = `${PREFIX}${owner}/`;
  }

  /** What an earlier visit left here. */
  async left(): Promise<LeftFiles> {
    const found = await this.#read();
    const waiting = new Map<string, WaitingFile>();
    const failed = new Map<string, FailedFile>();
    const fileAt = (about: FileName, key: string, part: string) =>
      fileOf(about, found.get(this.#nameOf(key, part))?.value);
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

  /** Keeps a file in the place of the one before; resolves once it rests on the device, or could not. */
  async put(key: string, waiting: WaitingFile): Promise<void> {
    // The one before goes, even where this one cannot be read.
    const bytes = await bytesOf(waiting.file).catch(async (error: unknown) => {
      await this.delete(key);
      throw error;
    });
    await this.#write(key, { ...NOTHING, about: aboutOf(waiting), bytes });
  }

  /** Keeps that the server has been asked to convert a file, unless another has taken its place. */
  async markSent(key: string, waiting: WaitingFile): Promise<void> {
    if (!(await this.isThere(key, waiting.id))) return;
    await this.#write(key, { about: aboutOf({ ...waiting, isSent: true }) });
  }

  /**
   * Keeps in the place of a file that it failed, unless another has taken its place.
   *
   * @param id of the choice; `undefined` for what was chosen elsewhere
   */
  async fail(key: string, id: string | undefined, { message, file }: FailedFile): Promise<void> {
    const failed = { message, name: file?.name ?? '', type: file?.type ?? '' } satisfies z.output<
      typeof failure
    >;
    // What cannot be read, or not any more, has failed for that reason.
    const bytes = file === undefined ? undefined : await bytesOf(file).catch(() => undefined);
    if (await this.#isAnother(key, id)) return;
    await this.#write(key, { ...NOTHING, failed, 'failed-bytes': bytes });
  }

  /** Forgets a file that the server has as a PDF by now, unless another has taken its place. */
  async done(key: string, id: string | undefined): Promise<void> {
    if (!(await this.#isAnother(key, id))) await this.delete(key);
  }

  /** Forgets a failure, and no file that waits: another tab may have chosen one since. */
  async forgetFailure(key: string): Promise<void> {
    await this.#write(key, { failed: undefined, 'failed-bytes': undefined });
  }

  /** Forgets whatever is there. */
  async delete(key: string): Promise<void> {
    await this.#write(key, NOTHING);
  }

  /** Whether this choice of a file still waits, as far as can be known: another tab may have sent it. */
  async isThere(key: string, id: string): Promise<boolean> {
    const about = await this.#aboutAt(key);
    return about === 'unknown' || about?.id === id;
  }

  /** Whether another choice waits there. One that was sent is what the server speaks of to whoever only watches. */
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

  /** @param parts `undefined` takes one away */
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

function fileOf({ name, type }: FileName, bytes: unknown): File | undefined {
  return bytes instanceof Uint8Array ? new File([new Uint8Array(bytes)], name, { type }) : undefined;
}
