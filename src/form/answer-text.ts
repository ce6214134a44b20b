import { isCalendarDate } from '#dates.ts';
import { tenant } from '#tenant/tenant.ts';
import { isBlank, type Answers } from './condition.ts';
import { labelOf } from './labels.ts';
import { maskedSsn } from './masked-ssn.ts';
import { labelIn, type Question, type RadioQuestion, type SelectQuestion } from './question.ts';

/**
 * The text of a question's value wherever answers are shown: labels for codes, dates in words.
 *
 * @param answers all answers, because they decide which options there are
 * @param today `YYYY-MM-DD`, for lists of years
 * @returns `undefined` for a blank, and for files, which have no value
 */
export function answerText(
  question: Question,
  value: string | undefined,
  answers: Answers,
  today: string,
): string | undefined {
  if (value === undefined || isBlank(value)) return undefined;
  switch (question.kind) {
    case 'text':
    case 'textarea':
    case 'month':
    case 'phone':
    case 'ssn':
      return value;
    case 'date':
      return dateText(value);
    case 'select':
    case 'radio':
      return chosenText(question, value, answers, today);
    case 'checkbox':
      return value === 'true' ? 'Yes' : value;
    case 'stamp':
      return timeText(value);
    case 'file':
      return undefined;
    default:
      return question satisfies never;
  }
}

/** Like `answerText()`, for readers other than the applicant: only the end of the SSN is shown. */
export function answerTextForOthers(
  question: Question,
  value: string | undefined,
  answers: Answers,
  today: string,
): string | undefined {
  const text = answerText(question, value, answers, today);
  return question.kind === 'ssn' && text !== undefined ? maskedSsn(text) : text;
}

function chosenText(
  question: SelectQuestion | RadioQuestion,
  value: string,
  answers: Answers,
  today: string,
): string {
  // A stored label is valid only for the stored value.
  if (value === answers[question.key]) return labelOf(question, answers, () => today);
  return labelIn(question, value, answers, () => today) ?? value;
}

function dateText(value: string): string {
  if (!isCalendarDate(value)) return value;
  const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  return format.format(new Date(`${value}T00:00:00Z`));
}

/**
 * The date at the university in words, such as `November 20, 2026`.
 *
 * @param time an ISO timestamp
 * @returns `undefined` for any other text
 */
export function dateAtUniversity(time: string): string | undefined {
  const parsed = new Date(time);
  if (Number.isNaN(parsed.getTime())) return undefined;
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: tenant.timeZone }).format(parsed);
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
