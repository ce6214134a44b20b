import { plainDigits, tidied, tidiedLines } from '#plain-text.ts';
import type { Answers } from './condition.ts';
import { plainAddress } from './email-address.ts';
import { questionFor } from './form.ts';
import type { Question } from './question.ts';

/**
 * An answer as everybody except its applicant reads it. The form tidies a text of one line when its field is left.
 * Longer texts, and those of other clients, are stored as they were sent.
 */
export function readAnswer(question: Question, value: string): string {
  switch (question.kind) {
    case 'text':
      if (question.inputMode === 'email') return plainAddress(value);
      return tidied(question.isNumber === true ? plainDigits(value) : value);
    case 'phone':
    case 'ssn':
    case 'date':
    case 'month':
      return plainDigits(tidied(value));
    case 'textarea':
      return tidiedLines(value);
    case 'select':
    case 'radio':
    case 'checkbox':
    case 'file':
    case 'stamp':
      return value;
    default:
      return question satisfies never;
  }
}

/** Like `readAnswer()`, for all answers. Values under other keys stay as they are. */
export function readAnswers<A extends Answers>(answers: A): A {
  const read = Object.entries(answers).map(([key, value]) => {
    const question = questionFor(key);
    return [key, question === undefined || value === undefined ? value : readAnswer(question, value)];
  });
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the same keys, and each value is still a text
  return Object.fromEntries(read) as A;
}
