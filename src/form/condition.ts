import type { AnswerKey } from './keys.ts';

/** Answers by key, as entered; an absent key is a blank answer. */
export type Answers = Readonly<Partial<Record<string, string>>>;

/** The value that clearing an answer stores. */
export const EMPTY_ANSWER = '';

/** One comparison of an answer with a target: all operators of specification §3, whether or not a question needs them. */
type Comparison =
  | {
      readonly valueKey: AnswerKey;
      readonly operator: 'equals' | 'notEquals' | 'lt' | 'lte' | 'gt' | 'gte';
      readonly target: string;
    }
  | { readonly valueKey: AnswerKey; readonly operator: 'in' | 'notIn'; readonly target: readonly string[] }
  | { readonly valueKey: AnswerKey; readonly operator: 'answered' | 'notAnswered' };

export type Condition =
  Comparison | { readonly all: readonly Condition[] } | { readonly any: readonly Condition[] };

export const equals = (valueKey: AnswerKey, target: string): Condition => ({
  valueKey,
  operator: 'equals',
  target,
});
export const notEquals = (valueKey: AnswerKey, target: string): Condition => ({
  valueKey,
  operator: 'notEquals',
  target,
});
export const isIn = (valueKey: AnswerKey, target: readonly string[]): Condition => ({
  valueKey,
  operator: 'in',
  target,
});
export const answered = (valueKey: AnswerKey): Condition => ({ valueKey, operator: 'answered' });
export const notAnswered = (valueKey: AnswerKey): Condition => ({ valueKey, operator: 'notAnswered' });
export const all = (...conditions: readonly Condition[]): Condition => ({ all: conditions });
export const any = (...conditions: readonly Condition[]): Condition => ({ any: conditions });

/** Whether an answer is blank: never given, cleared, or only white space. */
export function isBlank(value: string | undefined): boolean {
  return value === undefined || value.trim() === EMPTY_ANSWER;
}

/**
 * Whether a condition holds for these answers. Numbers are compared as numbers, all other values (ISO dates included)
 * as text. A blank answer is neither less nor greater than any value.
 */
export function holds(condition: Condition, answers: Answers): boolean {
  if ('all' in condition) return condition.all.every((part) => holds(part, answers));
  if ('any' in condition) return condition.any.some((part) => holds(part, answers));
  const value = answers[condition.valueKey] ?? EMPTY_ANSWER;
  switch (condition.operator) {
    case 'equals':
      return value === condition.target;
    case 'notEquals':
      return value !== condition.target;
    case 'lt':
      return !isBlank(value) && compare(value, condition.target) < 0;
    case 'lte':
      return !isBlank(value) && compare(value, condition.target) <= 0;
    case 'gt':
      return !isBlank(value) && compare(value, condition.target) > 0;
    case 'gte':
      return !isBlank(value) && compare(value, condition.target) >= 0;
    case 'in':
      return condition.target.includes(value);
    case 'notIn':
      return !condition.target.includes(value);
    case 'answered':
      return !isBlank(value);
    case 'notAnswered':
      return isBlank(value);
    default:
      return condition satisfies never;
  }
}

/** The keys that a condition uses. */
export function keysOf(condition: Condition): readonly AnswerKey[] {
  if ('all' in condition) return condition.all.flatMap(keysOf);
  if ('any' in condition) return condition.any.flatMap(keysOf);
  return [condition.valueKey];
}

function compare(value: string, target: string): number {
  const [a, b] = [Number(value), Number(target)];
  if (!Number.isNaN(a) && !Number.isNaN(b)) return a - b;
  return value < target ? -1 : value > target ? 1 : 0;
}
