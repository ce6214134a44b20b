import * as z from 'zod/mini';
import '#api/zod-config.ts';
import { openFile, sealFile } from '#device/sealed-file.ts';
import { EMPTY_ANSWER, type Answers } from '#form/condition.ts';
import { questionFor } from '#form/form.ts';
import { DESC_SUFFIX } from '#form/keys.ts';
import { maxCharsOf } from '#form/stored-keys.ts';

/** The number of the format. A file with a greater one comes from a newer release. */
const FORMAT = 1;

const envelope = z.object({ format: z.number() });
const contents = z.object({
  format: z.literal(FORMAT),
  /** Milliseconds since 1970, by the device that wrote it. */
  savedAt: z.number(),
  answers: z.record(z.string(), z.string()),
});

/** Answers that were saved as a file. */
export interface DraftFile {
  readonly savedAt: number;
  readonly answers: Readonly<Record<string, string>>;
}

export type OpenedDraft =
  | { readonly kind: 'draft'; readonly draft: DraftFile }
  | { readonly kind: 'wrong-password' | 'unreadable' | 'newer' };

/** One answer that the file would change. */
export interface DraftChange {
  readonly key: string;
  readonly now: string;
  readonly fromFile: string;
}

/**
 * All answers as a file that opens with this password alone. Uploaded documents are not in it: they rest with
 * the account.
 */
export function sealDraft(answers: Answers, savedAt: number, password: string): Promise<Blob> {
  const carried = Object.entries(answers).filter(([key, value]) => value !== EMPTY_ANSWER && isCarried(key));
  const draft = { format: FORMAT, savedAt, answers: Object.fromEntries(carried) };
  return sealFile(draft, password);
}

/** Reads such a file. Answers to questions that are no longer asked are left out. */
export async function openDraft(file: Blob, password: string): Promise<OpenedDraft> {
  const opened = await openFile(file, password);
  if (opened.kind !== 'open') return { kind: opened.kind };
  const parsed = contents.safeParse(opened.value);
  if (!parsed.success) {
    const { data } = envelope.safeParse(opened.value);
    return { kind: data !== undefined && data.format > FORMAT ? 'newer' : 'unreadable' };
  }
  const { savedAt, answers } = parsed.data;
  const carried = Object.entries(answers).filter(
    ([key, value]) => isCarried(key) && value.length <= (maxCharsOf(key) ?? 0),
  );
  return { kind: 'draft', draft: { savedAt, answers: Object.fromEntries(carried) } };
}

/** What bringing the file back would change, in the form's order of the file; labels of options go with theirs. */
export function changesBy({ answers }: DraftFile, present: Answers): readonly DraftChange[] {
  return Object.entries(answers).flatMap(([key, fromFile]) => {
    const now = present[key] ?? EMPTY_ANSWER;
    return key.endsWith(DESC_SUFFIX) || now === fromFile ? [] : [{ key, now, fromFile }];
  });
}

/** A document's mark says that the account has a file, and the stamp that it was submitted: neither travels. */
function isCarried(key: string): boolean {
  const kind = questionFor(key)?.kind;
  return kind !== 'file' && kind !== 'stamp' && maxCharsOf(key) !== undefined;
}
