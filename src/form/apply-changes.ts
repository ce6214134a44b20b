import { dependents, differing, setterOf, type Changes } from './change.ts';
import { EMPTY_ANSWER, type Answers } from './condition.ts';
import { questionFor } from './form.ts';
import { isPossible } from './offered.ts';

/**
 * All changes that follow from several answers set at once: from a copy, a link, or a choice between two devices. An
 * answer that one of them hides, or whose option one removes, is cleared. Answers that fit all of them stay; new ones
 * that do not fit are ignored.
 */
export function applyChanges(answers: Answers, changes: Changes, today: () => string): Changes {
  const next = { ...changes };
  const set = setterOf(answers, next);
  for (const key of Object.keys(changes)) {
    const own = questionFor(key);
    for (const question of [...(own === undefined ? [] : [own]), ...(dependents.get(key) ?? [])])
      if (!isPossible(question, { ...answers, ...next }, today)) set(question.key, EMPTY_ANSWER);
  }
  return differing(answers, next);
}
