import { EMPTY_ANSWER, type Answers } from '#form/condition.ts';
import type { Changes } from '#form/change.ts';
import { isCarried } from '#form/stored-keys.ts';
import { applyTogether } from '#form/together.ts';
import type { AnswerStore } from './answer-store.ts';

/** Sets several answers at once, and clears those they hide. */
export function takeTogether(store: AnswerStore, changes: Changes): void {
  store.tell();
  store.apply(applyTogether(store.getAll(), changes, store.today), 'typed');
}

/** Fills blank answers, as from a temporary view. Skips typed answers, and those that belong to an account. */
export function fillBlanks(store: AnswerStore, answers: Answers): void {
  const blanks = Object.entries(answers).filter(([key]) => isCarried(key) && store.get(key) === EMPTY_ANSWER);
  takeTogether(store, Object.fromEntries(blanks.map(([key, value]) => [key, value ?? EMPTY_ANSWER])));
}

/**
 * Replaces answers by those of a copy. Answers that become impossible are cleared.
 *
 * @returns a function that restores the answers from before
 */
export function bringBack(store: AnswerStore, answers: Readonly<Record<string, string>>): () => void {
  const before = store.getAll();
  takeTogether(store, answers);
  const after = store.getAll();
  const changed = Object.keys(after).filter((key) => after[key] !== before[key]);
  return () =>
    takeTogether(store, Object.fromEntries(changed.map((key) => [key, before[key] ?? EMPTY_ANSWER])));
}
