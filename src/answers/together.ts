import { EMPTY_ANSWER, type Answers } from '#form/condition.ts';
import type { Changes } from '#form/change.ts';
import { isCarried } from '#form/stored-keys.ts';
import { applyTogether } from '#form/together.ts';
import type { AnswerStore } from './answer-store.ts';

/** Takes answers that come at once, and clears whatever they hide. */
export function takeTogether(store: AnswerStore, changes: Changes): void {
  store.tell();
  store.apply(applyTogether(store.getAll(), changes, store.today), 'typed');
}

/** Fills blank answers, as from a temporary view; what has been typed stays, and so does what belongs to an account. */
export function fillBlanks(store: AnswerStore, answers: Answers): void {
  const blanks = Object.entries(answers).filter(([key]) => isCarried(key) && store.get(key) === EMPTY_ANSWER);
  takeTogether(store, Object.fromEntries(blanks.map(([key, value]) => [key, value ?? EMPTY_ANSWER])));
}

/**
 * Takes answers from a copy in the place of those here; what cannot go with them is cleared.
 *
 * @returns what puts back those that were here
 */
export function bringBack(store: AnswerStore, answers: Readonly<Record<string, string>>): () => void {
  const before = store.getAll();
  takeTogether(store, answers);
  const after = store.getAll();
  const changed = Object.keys(after).filter((key) => after[key] !== before[key]);
  return () =>
    takeTogether(store, Object.fromEntries(changed.map((key) => [key, before[key] ?? EMPTY_ANSWER])));
}
