import type { Condition } from '#form/condition.ts';
import { schemaOf } from '#form/messages.ts';
import { maxCharsOf } from '#form/stored-keys.ts';
import type { Question, Required } from '#form/question.ts';

/** Any day: rules on dates are described here, not checked. */
const SOME_DAY = '2026-01-01';

const words = {
  equals: 'is',
  notEquals: 'is not',
  lt: 'is less than',
  lte: 'is at most',
  gt: 'is more than',
  gte: 'is at least',
  in: 'is one of',
  notIn: 'is none of',
  answered: 'is answered',
  notAnswered: 'is not answered',
} as const;

/** A condition in words, keys and values as stored. */
export function conditionInWords(condition: Condition): string {
  if ('all' in condition) return condition.all.map(conditionInWords).join(' and ');
  if ('any' in condition) {
    const parts = condition.any.map((part) =>
      'all' in part ? `(${conditionInWords(part)})` : conditionInWords(part),
    );
    return parts.join(' or ');
  }
  const subject = `${condition.valueKey} ${words[condition.operator]}`;
  if (!('target' in condition)) return subject;
  const target = typeof condition.target === 'string' ? condition.target : condition.target.join(', ');
  return `${subject} ${target}`;
}

function requiredInWords({ message, when }: Required): string {
  return when === undefined
    ? `required: “${message}”`
    : `required if ${conditionInWords(when)}: “${message}”`;
}

/** The message of a failed check. */
function messageOf({
  _zod: { def },
}: {
  readonly _zod: { readonly def: { readonly error?: unknown } };
}): string {
  const said: unknown =
    typeof def.error === 'function' ? Reflect.apply(def.error, undefined, [{}]) : undefined;
  if (typeof said !== 'string') throw new Error('A rule over an answer says one sentence.');
  return said;
}

/** Every rule of a question in words: when it is required, what else it must meet, and how long it may be. */
export function rulesInWords(question: Question): readonly string[] {
  const { required = [], rule, ruleWhen, kind, key } = question;
  const schema = rule === undefined ? undefined : schemaOf(question, rule, SOME_DAY);
  const checks = schema?._zod.def.checks ?? [];
  const when = ruleWhen === undefined ? '' : ` (if ${conditionInWords(ruleWhen)})`;
  const isTyped = kind === 'text' || kind === 'textarea';
  return [
    ...required.map(requiredInWords),
    ...checks.map((check) => `“${messageOf(check)}”${when}`),
    ...(isTyped ? [`at most ${maxCharsOf(key)} characters`] : []),
  ];
}
