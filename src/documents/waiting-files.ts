import * as z from 'zod/mini';
import type { Device } from '#device/device.ts';

const PREFIX = 'file/';
/** These records are written whole and by one tab at a time, so the later write takes the place of any. */
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

  /** What an earlier visit left here, by answer key. */
  async all(): Promise<ReadonlyMap<string, WaitingFile>> {
    const found = await this.#read();
    const files = new Map<string, WaitingFile>();
    for (const [name, { value }] of found) {
      const about = name.endsWith('/about') ? kept.safeParse(value) : undefined;
      if (about?.success !== true) continue;
      const key = name.slice(this.#prefix.length, -'/about'.length);
      const { id, isSent } = about.data;
      const file = fileOf(about.data, found.get(this.#nameOf(key, 'bytes'))?.value);
      if (file !== undefined) files.set(key, { id, isSent, file });
    }
    return files;
  }

  /** What has failed and was not seen yet, by answer key. */
  async failed(): Promise<ReadonlyMap<string, FailedFile>> {
    const found = await this.#read();
    const files = new Map<string, FailedFile>();
    for (const [name, { value }] of found) {
      const about = name.endsWith('/failed') ? failure.safeParse(value) : undefined;
      if (about?.success !== true) continue;
      const key = name.slice(this.#prefix.length, -'/failed'.length);
      const file = fileOf(about.data, found.get(this.#nameOf(key, 'failed-bytes'))?.value);
      files.set(key, { message: about.data.message, file });
    }
    return files;
  }

  /** Keeps a file in the place of the one before; resolves once it rests on the device, or could not. */
  async put(key: string, { id, file, isSent }: WaitingFile): Promise<void> {
    const about = { id, name: file.name, type: file.type, isSent } satisfies z.output<typeof kept>;
    await this.#write(key, {
      about,
      bytes: await bytesOf(file),
      failed: undefined,
      'failed-bytes': undefined,
    });
  }

  /** Keeps in the place of a file that it failed. */
  async fail(key: string, { message, file }: FailedFile): Promise<void> {
    const failed = { message, name: file?.name ?? '', type: file?.type ?? '' } satisfies z.output<
      typeof failure
    >;
    // What cannot be read, or not any more, has failed for that reason.
    const bytes = file === undefined ? undefined : await bytesOf(file).catch(() => undefined);
    await this.#write(key, { about: undefined, bytes: undefined, failed, 'failed-bytes': bytes });
  }

  /** Forgets a failure, and no file that waits: another tab may have chosen one since. */
  async forgetFailure(key: string): Promise<void> {
    await this.#write(key, { failed: undefined, 'failed-bytes': undefined });
  }

  async delete(key: string): Promise<void> {
    await this.#write(key, {
      about: undefined,
      bytes: undefined,
      failed: undefined,
      'failed-bytes': undefined,
    });
  }

  /** Whether this choice of a file still waits, as far as can be known: another tab may have sent it. */
  async isThere(key: string, id: string): Promise<boolean> {
    const name = this.#nameOf(key, 'about');
    const found = await this.#device.read([name]);
    if (typeof found === 'string') return true;
    const about = kept.safeParse(found.get(name)?.value);
    return about.success && about.data.id === id;
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

function fileOf(
  { name, type }: { readonly name: string; readonly type: string },
  bytes: unknown,
): File | undefined {
  return bytes instanceof Uint8Array ? new File([new Uint8Array(bytes)], name, { type }) : undefined;
}
