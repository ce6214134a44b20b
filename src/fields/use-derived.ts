import { useCallback, useSyncExternalStore } from 'react';
import { useApplication, useSelected } from '#application/hooks.ts';
import { refusalOf } from '#application/select.ts';
import { isRequired } from '#form/asked.ts';
import { holds, isBlank, keysOf, type Answers, type Condition } from '#form/condition.ts';
import type { AnswerKey } from '#form/keys.ts';
import { questionsIn, shownTab, type Element, type Repeater, type Tabs } from '#form/page.ts';
import {
  controllingKey,
  optionsOf,
  type Question,
  type RadioQuestion,
  type SelectQuestion,
} from '#form/question.ts';
import type { Option } from '#form/options/option.ts';
import { useFormState } from './form-context.tsx';

const NEVER: readonly AnswerKey[] = [];
/** The answers of prerendered pages. */
const NO_ANSWERS: Answers = {};

/**
 * A value derived from a few answers. Renders again only when one of `keys` changes and the value does, too. `derive`
 * must return a primitive, so that equal values are identical.
 */
function useDerived<T extends string | number | boolean>(
  keys: readonly AnswerKey[],
  derive: (answers: Answers) => T,
): T {
  const application = useApplication();
  const subscribe = useCallback(
    (listener: () => void) => {
      const unsubscribes = keys.map((key) => application.subscribeTo(key, listener));
      return () => unsubscribes.forEach((unsubscribe) => unsubscribe());
    },
    [application, keys],
  );
  return useSyncExternalStore(
    subscribe,
    () => derive(application.getAll()),
    () => derive(NO_ANSWERS),
  );
}

/** The keys that decide whether a question shows, is required and meets its rule; its own key is first. */
function watchedKeys(question: Question): readonly AnswerKey[] {
  const cached = watched.get(question);
  if (cached !== undefined) return cached;
  const controlling = controllingKey(question);
  const conditions = [
    question.when,
    question.ruleWhen,
    ...(question.required ?? []).map(({ when }) => when),
  ].filter((condition) => condition !== undefined);
  const keys = [
    ...new Set([
      question.key,
      ...conditions.flatMap(keysOf),
      ...(controlling === undefined ? [] : [controlling]),
    ]),
  ];
  watched.set(question, keys);
  return keys;
}
const watched = new WeakMap<Question, readonly AnswerKey[]>();

const keysByCondition = new WeakMap<Condition, readonly AnswerKey[]>();
function conditionKeys(condition: Condition | undefined): readonly AnswerKey[] {
  if (condition === undefined) return NEVER;
  const cached = keysByCondition.get(condition) ?? keysOf(condition);
  keysByCondition.set(condition, cached);
  return cached;
}

/** Whether a condition holds now; true without a condition. */
export function useHolds(condition: Condition | undefined): boolean {
  return useDerived(
    conditionKeys(condition),
    (answers) => condition === undefined || holds(condition, answers),
  );
}

/** The messages on an answer by the form's own rules; before the application is validating, that a choice has closed. */
function useRuleMessages(question: Question): readonly string[] {
  const { isValidating, own, judge = own?.judge, today, kept } = useFormState();
  const joined = useDerived(
    watchedKeys(question),
    (answers) => judge?.messagesFor(question, answers, today, kept, isValidating).join('\n') ?? '',
  );
  return joined === '' ? [] : joined.split('\n');
}

/** The messages to show at a question. */
export function useMessages(question: Question): readonly string[] {
  const messages = useRuleMessages(question);
  const refusal = useSelected((state) => refusalOf(state, question.key));
  return refusal === undefined || messages.includes(refusal) ? messages : [...messages, refusal];
}

/** Whether leaving this question blank would be an error now. */
export function useIsRequired(question: Question): boolean {
  return useDerived(watchedKeys(question), (answers) => isRequired(question, answers));
}

/** The options on offer now, and the chosen one if it has closed. */
export function useOptions(question: SelectQuestion | RadioQuestion, chosen: string): readonly Option[] {
  const { today } = useFormState();
  const controlling = controllingKey(question);
  const value = useDerived(controlling === undefined ? NEVER : watchedKeys(question), (answers) =>
    controlling === undefined ? '' : (answers[controlling] ?? ''),
  );
  const all = optionsOf(
    question,
    controlling === undefined ? NO_ANSWERS : { [controlling]: value },
    () => today,
  );
  const isOpen = ({ closes = today, value: own }: Option) => closes >= today || own === chosen;
  return all.every(isOpen) ? all : all.filter(isOpen);
}

/** Whether any of these questions has an answer. */
export function useIsAnyAnswered(keys: readonly AnswerKey[]): boolean {
  return useDerived(keys, (answers) => keys.some((key) => !isBlank(answers[key])));
}

const keysByRepeater = new WeakMap<Repeater, readonly AnswerKey[]>();

/** The number of the last component of a repeater that holds an answer, 0 if none does. */
export function useLastAnswered(repeater: Repeater): number {
  const keys = keysByRepeater.get(repeater) ?? questionsIn(repeater).map(({ key }) => key);
  keysByRepeater.set(repeater, keys);
  return useDerived(
    keys,
    (answers) => repeater.components.findLastIndex(({ elements }) => isAnyAnswered(elements, answers)) + 1,
  );
}

/** Whether any question below these elements has an answer. */
export function isAnyAnswered(elements: readonly Element[], answers: Answers): boolean {
  return elements.flatMap(questionsIn).some(({ key }) => !isBlank(answers[key]));
}

const keysByTabs = new WeakMap<Tabs, readonly AnswerKey[]>();

/** The id of the tab that is shown. */
export function useShownTab(group: Tabs, chosen: string | undefined): string {
  const keys = keysByTabs.get(group) ?? questionsIn(group).map(({ key }) => key);
  keysByTabs.set(group, keys);
  return useDerived(
    keys,
    (answers) => shownTab(group, chosen, (elements) => isAnyAnswered(elements, answers)).id,
  );
}
