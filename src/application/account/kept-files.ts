import * as z from 'zod/mini';
import type { Device } from '#device/device.ts';
import { answerKeys, type AnswerKey } from '#form/keys.ts';
import type { FileEffect, FoundFiles, KeptFailure, KeptFile } from './upload-model.ts';

/**
 * A write without a stamp replaces any record, as a newly chosen file must. Later writes about a file first check
 * that no other file has replaced it.
 */
const STAMP = '';

/** `id` tells this choice of a file from earlier ones. `isSent`: the server was asked to convert the file. */
const about = z.object({ id: z.string(), name: z.string(), type: z.string(), isSent: z.boolean() });
type About = z.output<typeof about>;

const failure = z.object({ message: z.string(), name: z.string(), type: z.string() });

/** Deletes all records of a question. */
const NOTHING = { about: undefined, bytes: undefined, failed: undefined, 'failed-bytes': undefined };

/**
 * The chosen files of one account on this device, encrypted, until the server has them as PDFs. Failed ones stay until
 * the applicant has seen the failure. Records are `file/OWNER/KEY/about`, `…/bytes`, `…/failed` and `…/failed-bytes`.
 */
export class KeptFiles {
  readonly #device: Device;
  readonly #prefix: string;

  constructor(device: Device, owner: string) {
    this.#device = device;
    this.#prefix = `file/${owner}/`;
  }

  /** Reads what earlier visits left: files that wait, and failures that the applicant has not seen. */
  async left(): Promise<FoundFiles> {
    const records = await this.#device.read([this.#prefix]);
    const kept = new Map<AnswerKey, KeptFile>();
    const failed = new Map<AnswerKey, KeptFailure>();
    if (typeof records === 'string') return { kept, failed };
    for (const key of answerKeys) {
      const at = (part: string) => records.get(this.#nameOf(key, part))?.value;
      const file = about.safeParse(at('about')).data;
      const copy = fileOf(file, at('bytes'));
      if (file !== undefined && copy !== undefined)
        kept.set(key, { id: file.id, isSent: file.isSent, file: copy });
      const reason = failure.safeParse(at('failed')).data;
      if (reason !== undefined)
        failed.set(key, { message: reason.message, file: fileOf(reason, at('failed-bytes')) });
    }
    return { kept, failed };
  }

  /**
   * Stores a file in place of an earlier one. Deletes the earlier one even if the new one cannot be read.
   *
   * @returns a copy in memory, and whether the device stores it, too
   * @throws when the file cannot be read
   */
  async put(
    key: string,
    id: string,
    file: File,
  ): Promise<{ readonly file: File; readonly isOnDevice: boolean }> {
    const bytes = await bytesOf(file).catch(async (error: unknown) => {
      await this.delete(key);
      throw error;
    });
    const { kind } = await this.#write(key, { ...NOTHING, about: aboutOf(id, file, false), bytes });
    return {
      file: new File([bytes], file.name, { type: file.type }),
      isOnDevice: kind === 'written' || kind === 'anew',
    };
  }

  /** Notes what has become of a file, unless another one has taken its place. */
  async note({ key, id, as, file, message = '' }: Extract<FileEffect, { do: 'keepFile' }>): Promise<void> {
    // Another tab may have chosen a new file since the failure.
    if (as === 'seen') {
      await this.#write(key, { failed: undefined, 'failed-bytes': undefined });
      return;
    }
    // If the file cannot be read (any more), the failure is stored without it.
    const bytes = as === 'failed' ? await file?.arrayBuffer().catch(() => undefined) : undefined;
    const present = await this.#at(key);
    const isAnother =
      present !== undefined &&
      present !== 'unknown' &&
      (id === undefined ? !present.isSent : present.id !== id);
    if (isAnother) return;
    if (as === 'done') await this.delete(key);
    else if (as === 'failed') {
      const failed = { message, name: file?.name ?? '', type: file?.type ?? '' };
      await this.#write(key, { ...NOTHING, failed, 'failed-bytes': bytes && new Uint8Array(bytes) });
    } else if (file !== undefined && id !== undefined && present !== undefined)
      await this.#write(key, { about: aboutOf(id, file, true) });
  }

  /** Deletes everything stored for this question. */
  async delete(key: string): Promise<void> {
    await this.#write(key, NOTHING);
  }

  /** What the device stores of this file: `gone` once another tab has sent or replaced it. */
  async stateOf(key: string, id: string): Promise<'waits' | 'sent' | 'gone'> {
    const present = await this.#at(key);
    if (present === 'unknown') return 'waits';
    if (present?.id !== id) return 'gone';
    return present.isSent ? 'sent' : 'waits';
  }

  async #at(key: string): Promise<About | 'unknown' | undefined> {
    const name = this.#nameOf(key, 'about');
    const found = await this.#device.read([name]);
    return typeof found === 'string' ? 'unknown' : about.safeParse(found.get(name)?.value).data;
  }

  /** @param parts the records to write; `undefined` deletes one */
  #write(key: string, parts: Readonly<Record<string, unknown>>) {
    const records = Object.entries(parts).map(
      ([part, value]) => [this.#nameOf(key, part), { stamp: STAMP, value }] as const,
    );
    return this.#device.write(new Map(records));
  }

  #nameOf(key: string, part: string): string {
    return `${this.#prefix}${key}/${part}`;
  }
}

async function bytesOf(file: File): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await file.arrayBuffer());
}

function aboutOf(id: string, { name, type }: File, isSent: boolean): About {
  return { id, name, type, isSent };
}

function fileOf(from: { readonly name: string; readonly type: string } | undefined, bytes: unknown) {
  if (from === undefined || !(bytes instanceof Uint8Array)) return undefined;
  return new File([new Uint8Array(bytes)], from.name, { type: from.type });
}
