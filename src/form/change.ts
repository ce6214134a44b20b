import { EMPTY_ANSWER, holds, keysOf, type Answers } from './condition.ts';
import { questionFor, questions, watchers } from './form.ts';
import { descKey, type AnswerKey } from './keys.ts';
import { controllingKey, hasDesc, labelIn, type Question } from './question.ts';
import { keysToClear, type Watcher } from './watcher.ts';

/** The changes that follow from one another: stored keys with their new values. */
export type Changes = Readonly<Record<string, string>>;

/** For each key, the questions that it shows, hides or gives options to. */
export const dependents: ReadonlyMap<string, readonly Question[]> = (() => {
  const found = new Map<string, Question[]>();
  for (const question of questions) {
    for (const key of hangsOn(question)) found.set(key, [...(found.get(key) ?? []), question]);
  }
  return found;
})();

/** The answers that have a say in whether a question is asked, and in what is on offer. */
export function hangsOn(question: Question): ReadonlySet<string> {
  const controlling = controllingKey(question);
  const keys = new Set<string>(question.when === undefined ? [] : keysOf(question.when));
  return controlling === undefined ? keys : keys.add(controlling);
}

/** For each key, the watchers that look at it. */
const watchersOf: ReadonlyMap<string, readonly Watcher[]> = (() => {
  const found = new Map<string, Watcher[]>();
  for (const watcher of watchers)
    for (const key of new Set(watcher.cases.flatMap(({ when }) => keysOf(when))))
      found.set(key, [...(found.get(key) ?? []), watcher]);
  return found;
})();

/**
 * What one changed answer changes: the answer, its `_desc` with the chosen label, and whatever it hides or
 * takes the options from, cleared with their `_desc`, and so on down.
 *
 * @param value as entered; `''` clears
 * @param today gives `YYYY-MM-DD`, for lists of years
 * @returns only keys whose value differs from `answers`
 * @see specification §4, Conditional content
 */
export function applyChange(answers: Answers, key: AnswerKey, value: string, today: () => string): Changes {
  const next: Record<string, string> = {};
  setterOf(answers, next, today)(key, value);
  return differing(answers, next);
}

/** Sets one answer and all that follows from it, into `next`. */
export function setterOf(answers: Answers, next: Record<string, string>, today: () => string) {
  const valueOf = (stored: string) => next[stored] ?? answers[stored] ?? EMPTY_ANSWER;
  const current = (): Answers => ({ ...answers, ...next });

  return function set(changed: AnswerKey, to: string): void {
    if (valueOf(changed) === to) return;
    next[changed] = to;
    const question = questionFor(changed);
    if (question !== undefined && hasDesc(question)) {
      const label = to === EMPTY_ANSWER ? EMPTY_ANSWER : labelIn(question, to, current(), today);
      next[descKey(changed)] = label ?? to;
    }
    for (const watcher of watchersOf.get(changed) ?? [])
      for (const cleared of keysToClear(watcher, current())) set(cleared, EMPTY_ANSWER);
    for (const dependent of dependents.get(changed) ?? []) {
      const isHidden = dependent.when !== undefined && !holds(dependent.when, current());
      if (isHidden || controllingKey(dependent) === changed) set(dependent.key, EMPTY_ANSWER);
    }
  };
}

/** Those that are not so already. */
export function differing(answers: Answers, next: Changes): Changes {
  return Object.fromEntries(
    Object.entries(next).filter(([stored, to]) => to !== (answers[stored] ?? EMPTY_ANSWER)),
  );
}

/** The mark of a file question whose document is attached. */
export const ANSWERED = 'ANSWERED';
