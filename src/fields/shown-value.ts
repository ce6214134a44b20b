import { EMPTY_ANSWER, type Answers } from '#form/condition.ts';
import { hasDesc, optionsOf, type Question } from '#form/question.ts';

/** A value of a question as an applicant knows it: an option's label, and a word for a blank. */
export function shownValue(question: Question, value: string, answers: Answers, today: string): string {
  if (value === EMPTY_ANSWER) return '(blank)';
  if (!hasDesc(question)) return value;
  return optionsOf(question, answers, () => today).find((option) => option.value === value)?.label ?? value;
}
