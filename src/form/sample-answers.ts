import { ANSWERED, applyChange } from './change.ts';
import { isBlank, type Answers } from './condition.ts';
import { questions } from './form.ts';
import { withLabels } from './labels.ts';
import { messagesFor } from './messages.ts';
import { optionsOf, type Question } from './question.ts';
import { yearsBefore } from './years-before.ts';

/** Past the minimum age, and not a future date. */
const SAMPLE_YEARS = 30;

/**
 * Answers every required question that is blank, so that made-up applications pass the rules of a form with more
 * questions than they were made for. A text with a rule of its own may still break it.
 *
 * @param today `YYYY-MM-DD`
 */
export function withSampleAnswers(
  answers: Readonly<Record<string, string>>,
  today: string,
): Record<string, string> {
  let filled: Record<string, string> = { ...answers };
  let before: Answers | undefined;
  // An answer can make an earlier question required.
  while (before !== filled) {
    before = filled;
    for (const question of questions) {
      const sample = isDue(question, filled, today) ? sampleFor(question, filled, today) : '';
      if (sample !== '') filled = { ...filled, ...applyChange(filled, question.key, sample) };
    }
  }
  return withLabels(filled, () => today);
}

function isDue(question: Question, answers: Answers, today: string): boolean {
  const value = answers[question.key];
  return (value === undefined || isBlank(value)) && messagesFor(question, answers, today).length > 0;
}

function sampleFor(question: Question, answers: Answers, today: string): string {
  switch (question.kind) {
    case 'text':
      return question.inputMode === 'email' ? 'sample@applicant.example' : '12345';
    case 'textarea':
      return 'A sample.';
    case 'date':
      return yearsBefore(today, SAMPLE_YEARS);
    case 'month':
      return `09/${Number(today.slice(0, 4)) - 1}`;
    case 'phone':
      return '(570) 555-0100';
    case 'ssn':
      return '987-65-4320';
    case 'checkbox':
      return 'true';
    case 'file':
      return ANSWERED;
    case 'select':
    case 'radio':
      return optionsOf(question, answers, () => today).find(({ value }) => value !== '')?.value ?? '';
    case 'stamp':
      return '';
    default:
      return question satisfies never;
  }
}
