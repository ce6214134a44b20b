import { isShown } from './asked.ts';
import { EMPTY_ANSWER, keysOf, type Answers } from './condition.ts';
import { questions, watchers } from './form.ts';
import type { AnswerKey, UnfinishedKey } from './keys.ts';
import { controllingKey, type Question } from './question.ts';
import { keysToClear, type Watcher } from './watcher.ts';

/** Stored keys with their new values: a change and all changes that follow from it. */
export type Changes = Readonly<Record<string, string>>;

/** For each key, the questions whose visibility or options depend on it. */
export const dependents: ReadonlyMap<string, readonly Question[]> = (() => {
  const found = new Map<string, Question[]>();
  for (const question of questions) {
    for (const key of hangsOn(question)) found.set(key, [...(found.get(key) ?? []), question]);
  }
  return found;
})();

/** The keys of the answers that decide whether a question is asked and which options it has. */
export function hangsOn(question: Question): ReadonlySet<string> {
  const controlling = controllingKey(question);
  const keys = new Set<string>(question.when === undefined ? [] : keysOf(question.when));
  return controlling === undefined ? keys : keys.add(controlling);
}

/** For each key, the watchers whose conditions use it. */
const watchersOf: ReadonlyMap<string, readonly Watcher[]> = (() => {
  const found = new Map<string, Watcher[]>();
  for (const watcher of watchers)
    for (const key of new Set(watcher.cases.flatMap(({ when }) => keysOf(when))))
      found.set(key, [...(found.get(key) ?? []), watcher]);
  return found;
})();

/**
 * All changes that follow from one changed answer: the answer itself, and those that it hides or whose options it
 * changes, which are cleared, and so on recursively. Labels follow from the answers: see `labels.ts`.
 *
 * @param value as entered; `''` clears
 * @returns only keys whose value differs from `answers`
 * @see specification §4, Conditional content
 */
export function applyChange(answers: Answers, key: AnswerKey | UnfinishedKey, value: string): Changes {
  const next: Record<string, string> = {};
  setterOf(answers, next)(key, value);
  return differing(answers, next);
}

/** Returns a function that writes one answer, and all changes that follow from it, into `next`. */
export function setterOf(answers: Answers, next: Record<string, string>) {
  const valueOf = (stored: string) => next[stored] ?? answers[stored] ?? EMPTY_ANSWER;
  const current = (): Answers => ({ ...answers, ...next });

  return function set(changed: AnswerKey | UnfinishedKey, to: string): void {
    if (valueOf(changed) === to) return;
    next[changed] = to;
    for (const watcher of watchersOf.get(changed) ?? [])
      for (const cleared of keysToClear(watcher, current())) set(cleared, EMPTY_ANSWER);
    for (const dependent of dependents.get(changed) ?? []) {
      const isHidden = !isShown(dependent, current());
      if (isHidden || controllingKey(dependent) === changed) set(dependent.key, EMPTY_ANSWER);
    }
  };
}

/** The entries of `next` that differ from `answers`. */
export function differing(answers: Answers, next: Changes): Changes {
  return Object.fromEntries(
    Object.entries(next).filter(([stored, to]) => to !== (answers[stored] ?? EMPTY_ANSWER)),
  );
}

/** The stored value of a file question with an attached document. */
export const ANSWERED = 'ANSWERED';
