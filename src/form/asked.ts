import { holds, type Answers } from './condition.ts';
import type { Question } from './question.ts';

/** Whether a question is on screen for these answers. */
export function isShown(question: Question, answers: Answers): boolean {
  return question.when === undefined || holds(question.when, answers);
}

/** Whether a blank answer to this question would be an error now. */
export function isRequired(question: Question, answers: Answers): boolean {
  return (
    isShown(question, answers) &&
    (question.required ?? []).some(({ when }) => when === undefined || holds(when, answers))
  );
}
