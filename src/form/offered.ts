import { isShown } from './asked.ts';
import { isBlank, type Answers } from './condition.ts';
import { controllingKey, hasDesc, optionsOf, type Question } from './question.ts';

/** Whether an answer is among the options on offer; true for a blank answer and for a question without a list. */
export function isOffered(question: Question, answers: Answers, today: () => string): boolean {
  const value = answers[question.key];
  if (!hasDesc(question) || isBlank(value)) return true;
  return optionsOf(question, answers, today).some((option) => option.value === value);
}

/**
 * Whether a question's answer fits the others: it is asked, and a list that depends on another answer includes it.
 */
export function isPossible(question: Question, answers: Answers, today: () => string): boolean {
  return (
    isShown(question, answers) &&
    (controllingKey(question) === undefined || isOffered(question, answers, today))
  );
}
