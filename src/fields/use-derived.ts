import { useCallback, useContext, useSyncExternalStore } from 'react';
import { useApplication } from '#application/hooks.ts';
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
import { RefusalsContext, useFormState } from './form-context.tsx';

const NEVER: readonly AnswerKey[] = [];
/** The answers of prerendered pages. */
const NO_ANSWERS: Answers = {};

/**
 * A value derived from a few answers. Renders again only when one of `keys` changes and the value does, too. `derive`
 * must return a primitive, so that equal values are identical.
 */
export function useDerived<T extends string | number | boolean>(
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

const keysByPart = new WeakMap<object, readonly AnswerKey[]>();

/** The keys that a part of the form depends on; the same array each time. */
export function keysFor(part: object, find: () => readonly AnswerKey[]): readonly AnswerKey[] {
  const keys = keysByPart.get(part) ?? find();
  keysByPart.set(part, keys);
  return keys;
}

/** The keys that decide whether a question shows, is required and meets its rule; its own key is first. */
export function watchedKeys(question: Question): readonly AnswerKey[] {
  return keysFor(question, () => {
    const { key, when, ruleWhen, required = [] } = question;
    const conditions = [when, ruleWhen, ...required.map((due) => due.when)];
    return [...new Set([key, ...conditions.flatMap(conditionKeys), controllingKey(question) ?? key])];
  });
}

function conditionKeys(condition: Condition | undefined): readonly AnswerKey[] {
  return condition === undefined ? NEVER : keysFor(condition, () => keysOf(condition));
}

/** Whether a condition holds now; true without a condition. */
export function useHolds(condition: Condition | undefined): boolean {
  return useDerived(
    conditionKeys(condition),
    (answers) => condition === undefined || holds(condition, answers),
  );
}

/**
 * The messages to show at a question: those of the form's own rules, and why the server refused the answer. Before the
 * application is validating, the rules only say that a choice has closed.
 */
export function useMessages(question: Question): readonly string[] {
  const { isValidating, own, judge = own?.judge, today, kept } = useFormState();
  const refusal = useContext(RefusalsContext).get(question.key) ?? '';
  const lines = useDerived(watchedKeys(question), (answers) => {
    const messages = judge?.messagesFor(question, answers, today, kept, isValidating) ?? [];
    return [...new Set([...messages, refusal])].join('\n');
  });
  return lines.split('\n').filter(Boolean);
}

/** Whether leaving this question blank would be an error now. */
export function useIsRequired(question: Question): boolean {
  return useDerived(watchedKeys(question), (answers) => isRequired(question, answers));
}

/** The options on offer now, and the chosen one if it has closed. */
export function useOptions(question: SelectQuestion | RadioQuestion, chosen: string): readonly Option[] {
  const { today } = useFormState();
  const controlling = controllingKey(question) ?? question.key;
  const value = useDerived(watchedKeys(question), (answers) => answers[controlling] ?? '');
  const all = optionsOf(question, { [controlling]: value }, () => today);
  const isOpen = ({ closes = today, value: own }: Option) => closes >= today || own === chosen;
  return all.every(isOpen) ? all : all.filter(isOpen);
}

/** Whether any of these questions has an answer. */
export function useIsAnyAnswered(keys: readonly AnswerKey[]): boolean {
  return useDerived(keys, (answers) => keys.some((key) => !isBlank(answers[key])));
}

function keysBelow(element: Repeater | Tabs): readonly AnswerKey[] {
  return keysFor(element, () => questionsIn(element).map(({ key }) => key));
}

/** The number of the last component of a repeater that holds an answer, 0 if none does. */
export function useLastAnswered(repeater: Repeater): number {
  const keys = keysBelow(repeater);
  return useDerived(keys, (answers) =>
    Math.max(
      0,
      ...repeater.components.map(({ elements }, index) => (isAnyAnswered(elements, answers) ? index + 1 : 0)),
    ),
  );
}

/** Whether any question below these elements has an answer. */
export function isAnyAnswered(elements: readonly Element[], answers: Answers): boolean {
  return elements.flatMap(questionsIn).some(({ key }) => !isBlank(answers[key]));
}

/** The id of the tab that is shown. */
export function useShownTab(group: Tabs, chosen: string | undefined): string {
  const keys = keysBelow(group);
  return useDerived(
    keys,
    (answers) => shownTab(group, chosen, (elements) => isAnyAnswered(elements, answers)).id,
  );
}
