import type * as z from 'zod/mini';
import type { Answers, Condition } from './condition.ts';
import type { LookupCategory } from './lookup-categories.ts';
import type { AnswerKey } from './keys.ts';
import type { Option } from './options/option.ts';
import { years } from './options/years.ts';

/** When a blank answer is an error, and the message for it. Without `when`, it always is. */
export interface Required {
  readonly message: string;
  readonly when?: Condition;
}

/**
 * The tools for writing rules. Rules get them as an argument, so that a form without an account does not load them.
 */
export interface RuleTools {
  readonly z: Pick<typeof z, 'string' | 'regex' | 'refine'>;
  readonly isEmailAddress: (value: string) => boolean;
  /** Whether a `YYYY-MM-DD` text names a date that exists. */
  readonly isCalendarDate: (value: string) => boolean;
  /** The same day a number of years before a `YYYY-MM-DD`. */
  readonly yearsBefore: (date: string, numYears: number) => string;
  /** `YYYY-MM-DD`, the date at the university. */
  readonly today: string;
}

/** A rule for an answer that is not blank. */
export type Rule = (tools: RuleTools) => z.ZodMiniType<string, string>;

/** For each field of a look-up record, the answer key that a chosen suggestion fills in. */
export type Fills = Readonly<
  Partial<Record<'name' | 'address_line_1' | 'city' | 'state' | 'zip' | 'country' | 'ceeb', AnswerKey>>
>;

interface Common {
  readonly key: AnswerKey;
  readonly label: string;
  /** The short label inside a group whose legend has the rest. */
  readonly groupLabel?: string;
  readonly hint?: string;
  /** Never marked as optional, although it may be blank: another answer replaces it, or can make it required. */
  readonly isUnmarked?: true;
  /** Each entry whose condition holds adds its message to a blank answer. */
  readonly required?: readonly Required[];
  readonly rule?: Rule;
  readonly ruleWhen?: Condition;
  /** Shown only while this holds; hiding clears the answer and its `_desc`. */
  readonly when?: Condition;
  readonly autocomplete?: string;
}

export interface TextQuestion extends Common {
  readonly kind: 'text';
  readonly maxChars?: number;
  /** Any value except `email` makes the box as short as its answer. */
  readonly inputMode?: 'numeric' | 'email' | 'decimal';
  /** A number, or a text around one: digits of every script are taken as 0 to 9. */
  readonly isNumber?: true;
  readonly autoCapitalize?: 'none' | 'words' | 'sentences' | 'characters';
  /** Suggestions from the look-up while typing; choosing one fills in the keys in `fills`. */
  readonly suggest?: {
    readonly category: LookupCategory;
    readonly fills: Fills;
    readonly isSchool?: boolean;
  };
}
export interface TextareaQuestion extends Common {
  readonly kind: 'textarea';
  readonly maxChars?: number;
}
export interface DateQuestion extends Common {
  readonly kind: 'date';
}
/** A month of a year, chosen from two lists and stored as `MM/YYYY`. */
export interface MonthQuestion extends Common {
  readonly kind: 'month';
  readonly years: YearList;
}
export interface PhoneQuestion extends Common {
  readonly kind: 'phone';
}
export interface SsnQuestion extends Common {
  readonly kind: 'ssn';
}
export interface SelectQuestion extends Common {
  readonly kind: 'select';
  readonly options: Options;
}
export interface RadioQuestion extends Common {
  readonly kind: 'radio';
  readonly options: Options;
}
export interface CheckboxQuestion extends Common {
  readonly kind: 'checkbox';
}
export interface FileQuestion extends Common {
  readonly kind: 'file';
}
/** The server fills it in. The views show it, and the form never asks for it. */
interface StampQuestion extends Common {
  readonly kind: 'stamp';
}

export type Question =
  | TextQuestion
  | TextareaQuestion
  | DateQuestion
  | MonthQuestion
  | PhoneQuestion
  | SsnQuestion
  | SelectQuestion
  | RadioQuestion
  | CheckboxQuestion
  | FileQuestion
  | StampQuestion;

/** Years counted from the current one, or from some years after it. */
interface YearList {
  readonly numYears: number;
  readonly direction: 'past' | 'future';
  readonly startYear?: number;
  readonly yearsAhead?: number;
}

/** A fixed list, a list that depends on another question's answer, or a list of years. */
export type Options =
  | readonly Option[]
  | { readonly dependsOn: AnswerKey; readonly byValue: Readonly<Record<string, readonly Option[]>> }
  | YearList;

/** The settings of a question beyond its key. `required` may be a message, one case or several. */
type Settings<Q extends Question> = Omit<Q, 'kind' | 'key' | 'required'> & {
  readonly required?: string | Required | readonly Required[];
};

function requiredList(
  required: string | Required | readonly Required[] | undefined,
): readonly Required[] | undefined {
  if (required === undefined) return undefined;
  if (typeof required === 'string') return [{ message: required }];
  return 'message' in required ? [required] : required;
}

function maker<Q extends Question>(kind: Q['kind']) {
  return (key: AnswerKey, settings: Settings<Q>): Q => {
    const { required, ...rest } = settings;
    const list = requiredList(required);
    // oxlint-disable-next-line typescript/consistent-type-assertions -- the compiler cannot follow a generic spread; the pieces are exactly those of Q
    return { kind, key, ...rest, ...(list === undefined ? {} : { required: list }) } as unknown as Q;
  };
}

export const text = maker<TextQuestion>('text');
export const textarea = maker<TextareaQuestion>('textarea');
export const date = maker<DateQuestion>('date');
export const month = maker<MonthQuestion>('month');
export const phone = maker<PhoneQuestion>('phone');
export const ssn = maker<SsnQuestion>('ssn');
export const select = maker<SelectQuestion>('select');
export const radio = maker<RadioQuestion>('radio');
export const checkbox = maker<CheckboxQuestion>('checkbox');
export const file = maker<FileQuestion>('file');
export const stamp = maker<StampQuestion>('stamp');

/**
 * The options for these answers; none while a controlling question is blank.
 *
 * @param today returns `YYYY-MM-DD`; called only for lists of years, because the first date in a time zone costs a
 * phone a frame
 */
export function optionsOf(
  question: SelectQuestion | RadioQuestion,
  answers: Answers,
  today: () => string,
): readonly Option[] {
  const { options } = question;
  if ('dependsOn' in options) return options.byValue[answers[options.dependsOn] ?? ''] ?? [];
  return 'numYears' in options ? yearOptions(options, today) : options;
}

/** The options of a list of years. */
export function yearOptions({ yearsAhead = 0, ...list }: YearList, today: () => string): readonly Option[] {
  return years({ startYear: Number(today().slice(0, 4)) + yearsAhead, ...list });
}

/** The label of an option on offer for these answers; `undefined` if the value is not among them. */
export function labelIn(
  question: SelectQuestion | RadioQuestion,
  value: string,
  answers: Answers,
  today: () => string,
): string | undefined {
  return optionsOf(question, answers, today).find((option) => option.value === value)?.label;
}

/** The key whose answer decides which options a question has. */
export function controllingKey(question: Question): AnswerKey | undefined {
  if (question.kind !== 'select' && question.kind !== 'radio') return undefined;
  return 'dependsOn' in question.options ? question.options.dependsOn : undefined;
}

/** Whether a question stores its chosen label under `_desc`. */
export function hasDesc(question: Question): question is SelectQuestion | RadioQuestion {
  return question.kind === 'select' || question.kind === 'radio';
}
