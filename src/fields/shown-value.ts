import { answerText } from '#form/answer-text.ts';
import type { Answers } from '#form/condition.ts';
import type { Question } from '#form/question.ts';

/** How a value reads where it is compared with another: a blank needs a word, too. */
export function shownValue(question: Question, value: string, answers: Answers, today: string): string {
  return answerText(question, value, answers, today) ?? '(blank)';
}
