import type { ServiceView } from '#contract/token-views.ts';
import type { DocumentAnswer } from '#contract/document-answer.ts';
import { isBlank } from '#form/condition.ts';
import { isCalendarDate } from '#form/dates.ts';
import { labelOf } from '#form/labels.ts';
import { maskedSsn } from '#form/masked-ssn.ts';
import type { Question } from '#form/question.ts';
import { tenant } from '#tenant/tenant.ts';

const KILOBYTE = 1024;

/**
 * How an answer reads on paper: labels instead of codes, dates and sizes in words.
 *
 * @returns `undefined` when there is no answer
 */
export function answerText(question: Question, view: ServiceView, today: string): string | undefined {
  if (question.kind === 'file') return documentText(view.document_answer[question.key]);
  const value = view.answer[question.key];
  if (value === undefined || isBlank(value)) return undefined;
  switch (question.kind) {
    case 'text':
    case 'textarea':
    case 'phone':
      return value;
    case 'date':
      return dateText(value);
    case 'ssn':
      return maskedSsn(value);
    case 'select':
    case 'radio':
      return labelOf(question, view.answer, () => today);
    case 'checkbox':
      return value === 'true' ? 'Yes' : value;
    case 'stamp':
      return timeText(value);
    default:
      return question satisfies never;
  }
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

function sizeText(bytes: number): string {
  if (bytes < KILOBYTE) return `${bytes} bytes`;
  if (bytes < KILOBYTE * KILOBYTE) return `${Math.round(bytes / KILOBYTE)} KB`;
  return `${(bytes / KILOBYTE / KILOBYTE).toFixed(1)} MB`;
}

function dateText(value: string): string {
  if (!isCalendarDate(value)) return value;
  const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  return format.format(new Date(`${value}T00:00:00Z`));
}

function timeText(value: string): string {
  const time = new Date(value);
  if (Number.isNaN(time.getTime())) return value;
  return new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone: tenant.timeZone,
  }).format(time);
}
