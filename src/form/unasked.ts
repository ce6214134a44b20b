import { isShown } from './asked.ts';
import type { Answers } from './condition.ts';
import { questions } from './form.ts';
import type { AnswerKey } from './keys.ts';

/**
 * The keys of the questions that are not asked. An answer to one of them counts as none, and then another question may
 * no longer be asked either.
 */
export function unaskedKeys(answers: Answers): ReadonlySet<AnswerKey> {
  let counting = answers;
  for (;;) {
    const unasked = new Set(questions.filter((one) => !isShown(one, counting)).map(({ key }) => key));
    const isOver = [...unasked].every((key) => counting[key] === undefined);
    if (isOver) return unasked;
    counting = without(counting, unasked);
  }
}

/** The values of the other keys. */
export function without<T>(
  values: Readonly<Record<string, T>>,
  keys: ReadonlySet<string>,
): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(values).filter(([key]) => !keys.has(key)));
}
