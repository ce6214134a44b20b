import { canSeal, openFile, sealFile } from '#device/sealed-file.ts';
import { EMPTY_ANSWER, type Answers } from '#form/condition.ts';
import { questions } from '#form/form.ts';
import type { Question } from '#form/question.ts';
import { isCarried, maxCharsOf } from '#form/stored-keys.ts';
import { applyChanges } from '#form/apply-changes.ts';
import type { Changes } from '#form/change.ts';
import { isNumber, isRecordOf, isShaped, isText } from './guards.ts';
import type { Application } from './run.ts';

/** Format version. A file with a greater one comes from a newer release. */
const FORMAT = 1;

/** Answers that were saved as a file. */
export interface DraftFile {
  /** Milliseconds since 1970, by the clock of the device that saved the file. */
  readonly savedAt: number;
  readonly answers: Readonly<Record<string, string>>;
}

const hasFormat = isShaped({ format: isNumber });
const isDraftFile = isShaped<DraftFile>({ savedAt: isNumber, answers: isRecordOf(isText) });

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
  const { value } = opened;
  if (!hasFormat(value)) return { kind: 'unreadable' };
  if (value.format > FORMAT) return { kind: 'newer' };
  if (value.format !== FORMAT || !isDraftFile(value)) return { kind: 'unreadable' };
  const { savedAt, answers } = value;
  const carried = Object.entries(answers).filter(
    ([key, value]) => isCarried(key) && value.length <= (maxCharsOf(key) ?? 0),
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

/**
 * Replaces answers by those of a copy. Answers that become impossible are cleared.
 *
 * @returns a function that restores the answers from before
 */
export function bringBack(application: Application, answers: Changes): () => void {
  const before = application.getAll();
  application.dispatch({ type: 'filled', changes: answers });
  const after = application.getAll();
  const changed = Object.keys(after).filter((key) => after[key] !== before[key]);
  return () =>
    application.dispatch({
      type: 'filled',
      changes: Object.fromEntries(changed.map((key) => [key, before[key] ?? EMPTY_ANSWER])),
    });
}
