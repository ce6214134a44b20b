import { EMPTY_ANSWER, type Answers } from '#form/condition.ts';
import { hasDesc, labelIn, type Question } from '#form/question.ts';

/** A value of a question as an applicant knows it: an option's label, and a word for a blank. */
export function shownValue(question: Question, value: string, answers: Answers, today: string): string {
  if (value === EMPTY_ANSWER) return '(blank)';
  if (!hasDesc(question)) return value;
  return labelIn(question, value, answers, () => today) ?? value;
}
