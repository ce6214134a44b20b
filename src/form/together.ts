import { dependents, differing, setterOf, type Changes } from './change.ts';
import { EMPTY_ANSWER, type Answers } from './condition.ts';
import { questionFor } from './form.ts';
import { isPossible } from './offered.ts';

/**
 * What answers change that come at once, labels and all: from a copy, a link, a choice between two devices. What one of them
 * hides or takes the options from is cleared; what goes with all of them stays, and none that does not is taken.
 */
export function applyTogether(answers: Answers, changes: Changes, today: () => string): Changes {
  const next = { ...changes };
  const set = setterOf(answers, next, today);
  for (const key of Object.keys(changes)) {
    const own = questionFor(key);
    for (const question of [...(own === undefined ? [] : [own]), ...(dependents.get(key) ?? [])])
      if (!isPossible(question, { ...answers, ...next }, today)) set(question.key, EMPTY_ANSWER);
  }
  return differing(answers, next);
}
