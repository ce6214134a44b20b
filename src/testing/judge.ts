import type { Answers } from '#form/condition.ts';
import { questionFor } from '#form/form.ts';
import { messagesFor } from '#form/messages.ts';

/** A day on which nothing special happens, for rules that do not look at the date. */
export const ORDINARY_DAY = '2026-11-20';

/** What the form says of one key's answer among these. */
export function messagesOf(key: string, answers: Answers, today = ORDINARY_DAY): readonly string[] {
  const question = questionFor(key);
  if (question === undefined) throw new Error(`No question has the key ${key}.`);
  return messagesFor(question, answers, today);
}
