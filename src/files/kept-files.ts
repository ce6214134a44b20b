import * as z from 'zod/mini';
import type { Device } from '#device/device.ts';
import { answerKeys, type AnswerKey } from '#form/keys.ts';

/**
 * A write without a stamp replaces any record, as a newly chosen file must. Later writes about a file first check
 * that no other file has replaced it.
 */
const STAMP = '';

/**
 * `id` tells this choice of a file from earlier ones. `place`: where the storage has the file. `isSent`: the server has
 * agreed to convert it.
 */
const about = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  isSent: z.boolean(),
  place: z.optional(z.string()),
});
const failure = z.object({ message: z.string(), name: z.string(), type: z.string() });

/** The outcome of a file. */
export interface FileNote {
  readonly key: AnswerKey;
  readonly id?: string | undefined;
  readonly as: 'posted' | 'sent' | 'failed' | 'done' | 'seen';
  readonly file?: File | undefined;
  readonly place?: string | undefined;
  readonly message?: string;
}

/** A file that earlier visits have left. */
interface KeptFile {
  readonly id: string;
  readonly file: File;
  readonly isSent: boolean;
  readonly place?: string | undefined;
}

/** Deletes all records of a question. */
const NOTHING = { about: undefined, bytes: undefined, failed: undefined, 'failed-bytes': undefined };

/**
 * The chosen files of one account on this device, encrypted, until the server has them as PDFs. Failed ones stay until
 * the applicant has seen the failure. Records are `file/OWNER/KEY/about`, `…/bytes`, `…/failed` and `…/failed-bytes`.
 */
export function keptFiles(device: Device, owner: string) {
  const nameOf = (key: string, part: string) => `file/${owner}/${key}/${part}`;

  /** @param parts the records to write; `undefined` deletes one */
  const write = (key: string, parts: Readonly<Record<string, unknown>>) =>
    device.write(
      new Map(Object.entries(parts).map(([part, value]) => [nameOf(key, part), { stamp: STAMP, value }])),
    );

  async function presentAt(key: string) {
    const name = nameOf(key, 'about');
    const found = await device.read([name]);
    return typeof found === 'string' ? 'unknown' : about.safeParse(found.get(name)?.value).data;
  }

  return {
    /**
     * Reads what this tab, another one or an earlier visit has stored: files that wait, and failures that the applicant
     * has not seen. Resolves to `undefined` while the device cannot be read.
     */
    async left() {
      const kept = new Map<AnswerKey, KeptFile>();
      const failed = new Map<AnswerKey, { message: string; file: File | undefined }>();
      const records = await device.read([`file/${owner}/`]);
      if (typeof records === 'string') return undefined;
      for (const key of answerKeys) {
        const at = (part: string) => records.get(nameOf(key, part))?.value;
        const chosen = about.safeParse(at('about')).data;
        const file = chosen && fileOf(chosen, at('bytes'));
        if (chosen && file)
          kept.set(key, { id: chosen.id, isSent: chosen.isSent, place: chosen.place, file });
        const past = failure.safeParse(at('failed')).data;
        if (past !== undefined)
          failed.set(key, { message: past.message, file: fileOf(past, at('failed-bytes')) });
      }
      return { kept, failed };
    },

    /**
     * Stores a file in place of an earlier one. Deletes the earlier one even if the new one cannot be read.
     *
     * @returns a copy in memory, and whether the device stores it, too
     * @throws when the file cannot be read
     */
    async put(key: string, id: string, file: File) {
      const bytes = await file.arrayBuffer().catch(async (error: unknown) => {
        await write(key, NOTHING);
        throw error;
      });
      const { name, type } = file;
      const chosen = { about: { id, name, type, isSent: false }, bytes: new Uint8Array(bytes) };
      const { kind, locked } = await write(key, { ...NOTHING, ...chosen });
      const isOnDevice = (kind === 'written' || kind === 'anew') && locked === undefined;
      return { file: new File([bytes], name, { type }), isOnDevice };
    },

    /** Notes the outcome of a file, unless another one has replaced it. Resolves to whether one has. */
    async note({ key, id, as, file, place, message }: FileNote): Promise<boolean> {
      // If the file cannot be read (any more), the failure is stored without it.
      const bytes = as === 'failed' ? await file?.arrayBuffer().catch(() => undefined) : undefined;
      const { name = '', type = '' } = file ?? {};
      const present = await presentAt(key);
      const isKnown = present !== undefined && present !== 'unknown';
      const isAnother = isKnown && (id === undefined ? !present.isSent : present.id !== id);
      // Another tab may have chosen a new file since the failure.
      if (as === 'seen') await write(key, { failed: undefined, 'failed-bytes': undefined });
      else if (isAnother) return true;
      else if (as === 'done') await write(key, NOTHING);
      else if (as === 'failed') {
        const failed = { message, name, type };
        await write(key, { ...NOTHING, failed, 'failed-bytes': bytes && new Uint8Array(bytes) });
      } else if (present !== undefined)
        await write(key, { about: { id, name, type, isSent: as === 'sent', place } });
      return false;
    },
  };
}

export type KeptFiles = ReturnType<typeof keptFiles>;
export type FoundFiles = NonNullable<Awaited<ReturnType<KeptFiles['left']>>>;

function fileOf({ name, type }: Pick<File, 'name' | 'type'>, bytes: unknown) {
  return bytes instanceof Uint8Array ? new File([new Uint8Array(bytes)], name, { type }) : undefined;
}
