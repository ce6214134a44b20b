import { canSeal, openFile, sealFile } from '#device/sealed-file.ts';
import { propertiesOf } from '#device/store.ts';
import { EMPTY_ANSWER, type Answers } from '#form/condition.ts';
import { questions } from '#form/form.ts';
import type { Question } from '#form/question.ts';
import { isCarried, maxCharsOf } from '#form/stored-keys.ts';
import { applyChanges } from '#form/apply-changes.ts';

/** Format version. A file with a greater one comes from a newer release. */
const FORMAT = 1;

/** Answers that were saved as a file. */
export interface DraftFile {
  /** Milliseconds since 1970, by the clock of the device that saved the file. */
  readonly savedAt: number;
  readonly answers: Readonly<Record<string, string>>;
}

type OpenedDraft =
  | { readonly kind: 'draft'; readonly draft: DraftFile }
  | { readonly kind: 'wrong-password' | 'gone' | 'unreadable' | 'newer' };

/** One answer that loading the file would change. */
export interface ChangedAnswer {
  readonly question: Question;
  readonly now: string;
  readonly next: string;
}

/** Whether files of answers can be saved and opened in this page at all. */
export function canSealDrafts(): boolean {
  return canSeal();
}

/** Encrypts all answers to a file that opens with this password alone. Uploaded documents stay in the account. */
export function sealDraft(answers: Answers, savedAt: number, password: string): Promise<Blob> {
  const carried = Object.entries(answers).filter(([key, value]) => value !== EMPTY_ANSWER && isCarried(key));
  const draft = { format: FORMAT, savedAt, answers: Object.fromEntries(carried) };
  return sealFile(draft, password);
}

/** Reads a file of `sealDraft`. Answers to questions that no longer exist are left out. */
export async function openDraft(file: Blob, password: string): Promise<OpenedDraft> {
  const opened = await openFile(file, password);
  if (opened.kind !== 'open') return { kind: opened.kind };
  const { format, savedAt, answers } = propertiesOf(opened.value);
  if (typeof format === 'number' && format > FORMAT) return { kind: 'newer' };
  if (format !== FORMAT || typeof savedAt !== 'number') return { kind: 'unreadable' };
  const carried = Object.entries(propertiesOf(answers)).flatMap(([key, value]) =>
    typeof value === 'string' && isCarried(key) && value.length <= (maxCharsOf(key) ?? 0)
      ? [[key, value] as const]
      : [],
  );
  return { kind: 'draft', draft: { savedAt, answers: Object.fromEntries(carried) } };
}

/**
 * All changes that loading the file would make, in the form's order, including answers that it would clear. Labels of
 * options are not listed.
 *
 * @param today returns `YYYY-MM-DD`
 */
export function changesBy(
  { answers }: DraftFile,
  present: Answers,
  today: () => string,
): readonly ChangedAnswer[] {
  const changes = applyChanges(present, answers, today);
  return questions.flatMap((question) => {
    const next = changes[question.key];
    return next === undefined ? [] : [{ question, now: present[question.key] ?? EMPTY_ANSWER, next }];
  });
}
