import { answerText } from '#form/answer-text.ts';
import type { Answers } from '#form/condition.ts';
import type { Question } from '#form/question.ts';

/** The text of a value in a comparison; '(blank)' for a blank one. */
export function shownValue(question: Question, value: string, answers: Answers, today: string): string {
  return answerText(question, value, answers, today) ?? '(blank)';
}
