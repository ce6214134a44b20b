import type { DocumentAnswer } from '#contract/document-answer.ts';
import { isBlank } from '#form/condition.ts';
import { descKey } from '#form/keys.ts';
import { labelOf } from '#form/labels.ts';
import { maskedSsn } from '#form/masked-ssn.ts';
import { hasDesc, type Question } from '#form/question.ts';
import { fullLabelOf } from '#form/stored-keys.ts';
import { unaskedKeys, without } from '#form/unasked.ts';
import { officeQuestions } from './visible.ts';

/** The list itself has the columns of the others. */
const questions = officeQuestions.filter(({ key, kind }) => key !== 'entry_term' && kind !== 'stamp');

export const ANSWER_HEADINGS: readonly string[] = questions.map(({ key }) => fullLabelOf(key));

interface Answered {
  readonly answer: Readonly<Record<string, string>>;
  readonly document_answer: Readonly<Record<string, DocumentAnswer>>;
}

/**
 * Returns the answers of an application for a spreadsheet: choices in words, dates as `YYYY-MM-DD`, documents by the
 * names of their files, and the last digits of a Social Security number.
 *
 * @param today returns `YYYY-MM-DD`, for lists of years
 */
export function answerCells({ answer, document_answer }: Answered, today: () => string): readonly string[] {
  const unasked = unaskedKeys(answer);
  const asked = without(answer, unasked);
  return questions.map((question) => {
    if (question.kind !== 'file') return cellOf(question, asked, today);
    return unasked.has(question.key) ? '' : fileName(document_answer[question.key]);
  });
}

function cellOf(question: Question, answers: Answered['answer'], today: () => string): string {
  const value = answers[question.key] ?? '';
  if (isBlank(value)) return '';
  if (hasDesc(question)) return answers[descKey(question.key)] || labelOf(question, answers, today);
  if (question.kind === 'checkbox') return value === 'true' ? 'Yes' : value;
  return question.kind === 'ssn' ? maskedSsn(value) : value;
}

function fileName(document: DocumentAnswer | undefined): string {
  return document?.status === 'COMPLETED' ? document.file_name : '';
}
