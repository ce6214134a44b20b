import type { DocumentAnswer } from '#contract/document-answer.ts';
import type { ServiceView } from '#contract/token-views.ts';
import { answerTextForOthers } from '#form/answer-text.ts';
import type { Question } from '#form/question.ts';
import { sizeText } from '#form/size-text.ts';

/**
 * The text of an answer or a document on paper.
 *
 * @returns `undefined` if there is none
 */
export function textOnPaper(question: Question, view: ServiceView, today: string): string | undefined {
  if (question.kind === 'file') return documentText(view.document_answer[question.key]);
  return answerTextForOthers(question, view.answer[question.key], view.answer, today);
}

function documentText(document: DocumentAnswer | undefined): string | undefined {
  if (document === undefined) return undefined;
  const { file_name, file_size, status } = document;
  switch (status) {
    case 'COMPLETED':
      return `Attached document: ${file_name} (${sizeText(file_size)})`;
    case 'UNPROCESSED':
    case 'IN_PROGRESS':
      return `Document not ready yet: ${file_name}`;
    case 'FAILED':
    case 'NOT_ANSWERED':
      return undefined;
    default:
      return status satisfies never;
  }
}
