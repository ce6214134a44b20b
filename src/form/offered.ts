import { isShown } from './asked.ts';
import { isBlank, type Answers } from './condition.ts';
import { controllingKey, hasDesc, optionsOf, type Question } from './question.ts';

/** Whether an answer is one of those on offer; where there is no list, or no answer, it is. */
export function isOffered(question: Question, answers: Answers, today: () => string): boolean {
  const value = answers[question.key];
  if (!hasDesc(question) || isBlank(value)) return true;
  return optionsOf(question, answers, today).some((option) => option.value === value);
}

/** Whether a question's answer goes with the others: it is asked, and on the list that another answer gives it. */
export function isPossible(question: Question, answers: Answers, today: () => string): boolean {
  return (
    isShown(question, answers) &&
    (controllingKey(question) === undefined || isOffered(question, answers, today))
  );
}
