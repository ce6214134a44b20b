import type { Application } from '#application/run.ts';
import type { Changes } from '#form/change.ts';
import { EMPTY_ANSWER } from '#form/condition.ts';

/**
 * Replaces answers by those of a copy. Answers that become impossible are cleared.
 *
 * @returns a function that restores the answers from before
 */
export function bringBack(application: Application, answers: Changes): () => void {
  const before = application.getAll();
  application.dispatch({ type: 'filled', changes: answers });
  const after = application.getAll();
  const changed = Object.keys(after).filter((key) => after[key] !== before[key]);
  return () =>
    application.dispatch({
      type: 'filled',
      changes: Object.fromEntries(changed.map((key) => [key, before[key] ?? EMPTY_ANSWER])),
    });
}
