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

/** A chosen file that the server may not have yet. */
export interface WaitingFile {
  readonly id: string;
  readonly file: File;
  readonly isSent: boolean;
}

/**
 * Chosen files on this device, encrypted like the answers, until the server has them as PDFs. Where nothing
 * can be kept they live as long as the page.
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
    const found = await this.#device.read([this.#prefix]);
    if (typeof found === 'string') return new Map();
    const files = new Map<string, WaitingFile>();
    for (const [name, { value }] of found) {
      const about = name.endsWith('/about') ? kept.safeParse(value) : undefined;
      if (about?.success !== true) continue;
      const key = name.slice(this.#prefix.length, -'/about'.length);
      const bytes = found.get(this.#bytesOf(key))?.value;
      if (!(bytes instanceof Uint8Array)) continue;
      const { id, name: fileName, type, isSent } = about.data;
      files.set(key, { id, isSent, file: new File([new Uint8Array(bytes)], fileName, { type }) });
    }
    return files;
  }

  /** Keeps a file in the place of the one before; resolves once it rests on the device, or could not. */
  async put(key: string, { id, file, isSent }: WaitingFile): Promise<void> {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const about = { id, name: file.name, type: file.type, isSent } satisfies z.output<typeof kept>;
    await this.#device.write(
      new Map([
        [this.#aboutOf(key), { stamp: STAMP, value: about }],
        [this.#bytesOf(key), { stamp: STAMP, value: bytes }],
      ]),
    );
  }

  async delete(key: string): Promise<void> {
    await this.#device.write(
      new Map([
        [this.#aboutOf(key), { stamp: STAMP, value: undefined }],
        [this.#bytesOf(key), { stamp: STAMP, value: undefined }],
      ]),
    );
  }

  /** Whether this choice of a file still waits, as far as can be known: another tab may have sent it. */
  async isThere(key: string, id: string): Promise<boolean> {
    const found = await this.#device.read([this.#aboutOf(key)]);
    if (typeof found === 'string') return true;
    const about = kept.safeParse(found.get(this.#aboutOf(key))?.value);
    return about.success && about.data.id === id;
  }

  #aboutOf(key: string): string {
    return `${this.#prefix}${key}/about`;
  }

  #bytesOf(key: string): string {
    return `${this.#prefix}${key}/bytes`;
  }
}
