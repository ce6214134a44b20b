// The product's own declarations, reduced to what every form product supports; and longer forms of the same kinds.
import { todayIn } from '../../src/form/today.ts';
import { aboutYou } from '../../src/form/about-you/about-you.ts';
import type { Condition } from '../../src/form/condition.ts';
import { questionsIn, questionsOnPage } from '../../src/form/page.ts';
import { optionsOf, type Question } from '../../src/form/question.ts';

type FieldKind = 'text' | 'textarea' | 'date' | 'select' | 'radio' | 'checkbox';

export interface BenchField {
  readonly key: string;
  readonly kind: FieldKind;
  readonly label: string;
  readonly hint: string;
  readonly autocomplete: string;
  readonly isRequired: boolean;
  readonly maxChars: number;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** Shown only while the answer of `key` is one of `values`. */
  readonly when: { readonly key: string; readonly values: readonly string[] } | undefined;
}

interface BenchSection {
  readonly title: string;
  readonly fields: readonly BenchField[];
}

export type BenchForm = readonly BenchSection[];

const TODAY = todayIn('America/New_York', new Date());
const DEFAULT_MAX_CHARS = 45;

/** The About You page: the same questions, options and conditions as the product asks. */
export function aboutForm(): BenchForm {
  return aboutYou.sections.map(({ title, elements }) => ({
    title,
    fields: elements.flatMap(questionsIn).flatMap((question) => fieldOf(question) ?? []),
  }));
}

/** The first text field of a form, alone. */
export function firstFieldOf(form: BenchForm): BenchForm {
  const field = form.flatMap(({ fields }) => fields).find(({ kind }) => kind === 'text');
  return field === undefined ? [] : [{ title: '', fields: [field] }];
}

/** A form of that many questions, repeated from About You, in sections of ten. */
export function grownForm(numQuestions: number): BenchForm {
  const source = new Map(
    aboutForm().flatMap(({ fields }) => fields.map((field) => [field.key, field] as const)),
  );
  return grown(numQuestions).map(({ title, copies }) => ({
    title,
    fields: copies.flatMap(({ of, key }) => {
      const field = source.get(of.key);
      return field === undefined ? [] : [{ ...field, key }];
    }),
  }));
}

export interface Copy {
  readonly of: Question;
  readonly key: string;
  /** The key of another question in the round that this copy belongs to. */
  readonly keyInRound: (key: string) => string;
}

/** The questions of About You that always show, round after round, each round with keys of its own. */
export function grown(
  numQuestions: number,
): readonly { readonly title: string; readonly copies: readonly Copy[] }[] {
  const source = questionsOnPage(aboutYou).filter(
    (question) => question.when === undefined && kindOf(question) !== undefined,
  );
  const copies = Array.from({ length: numQuestions }, (_, index): Copy => {
    const of = source[index % source.length];
    if (of === undefined) throw new Error('The form has no questions.');
    const round = Math.floor(index / source.length);
    const keyInRound = (key: string) => (round === 0 ? key : `${key}_${round + 1}`);
    return { of, key: keyInRound(of.key), keyInRound };
  });
  return Array.from({ length: Math.ceil(numQuestions / 10) }, (_, index) => ({
    title: `Section ${index + 1}`,
    copies: copies.slice(index * 10, index * 10 + 10),
  }));
}

function fieldOf(question: Question): BenchField | undefined {
  const kind = kindOf(question);
  if (kind === undefined) return undefined;
  const { key, label, hint = '', autocomplete = '' } = question;
  const hasOptions = question.kind === 'select' || question.kind === 'radio';
  const options = hasOptions ? optionsOf(question, {}, () => TODAY) : [];
  return {
    key,
    kind,
    label,
    hint,
    autocomplete,
    isRequired: question.required?.some((required) => required.when === undefined) ?? false,
    maxChars: 'maxChars' in question ? (question.maxChars ?? DEFAULT_MAX_CHARS) : DEFAULT_MAX_CHARS,
    options: options.filter(({ value }) => value !== ''),
    when: question.when && whenOf(question.when),
  };
}

/** Only the product has masks, suggestions and files: elsewhere these are text fields, or left out. */
function kindOf({ kind }: Question): FieldKind | undefined {
  if (kind === 'phone' || kind === 'ssn') return 'text';
  return kind === 'file' || kind === 'stamp' ? undefined : kind;
}

function whenOf(condition: Condition): NonNullable<BenchField['when']> {
  if ('any' in condition) {
    const [first, ...others] = condition.any.map(whenOf);
    if (first !== undefined && others.every(({ key }) => key === first.key))
      return { key: first.key, values: [first, ...others].flatMap(({ values }) => values) };
  }
  if ('valueKey' in condition) {
    if (condition.operator === 'equals') return { key: condition.valueKey, values: [condition.target] };
    if (condition.operator === 'in') return { key: condition.valueKey, values: condition.target };
  }
  throw new Error('The peers cannot express this condition.');
}
