import type { Answers } from '#form/condition.ts';
import { questionFor } from '#form/form.ts';
import { messagesFor } from '#form/messages.ts';

/** An ordinary date, for rules that do not depend on the date. */
export const ORDINARY_DAY = '2026-11-20';

/** The form's messages on the answer to `key`, given all answers. */
export function messagesOf(key: string, answers: Answers, today = ORDINARY_DAY): readonly string[] {
  const question = questionFor(key);
  if (question === undefined) throw new Error(`No question has the key ${key}.`);
  return messagesFor(question, answers, today);
}
