import { TEXT_MAX_CHARS, TEXTAREA_MAX_CHARS } from '#limits.ts';
import { pages, questionFor, questions } from './form.ts';
import { answerKeyOf, type AnswerKey, type DescKey } from './keys.ts';
import { questionsIn, type Element, type Repeater, type Tabs } from './page.ts';
import { hasDesc, type Question } from './question.ts';

/** A key under which a value may be stored: an answer, or a chosen option's label. */
export type StoredKey = AnswerKey | DescKey;

/** Long enough for the label of every option. */
const DESC_MAX_CHARS = 200;

/** The maximum length of a question's value, in UTF-16 units. */
function maxCharsOfQuestion(question: Question): number {
  switch (question.kind) {
    case 'text':
      return question.maxChars ?? TEXT_MAX_CHARS;
    case 'textarea':
      return question.maxChars ?? TEXTAREA_MAX_CHARS;
    case 'date':
    case 'month':
    case 'phone':
    case 'ssn':
    case 'select':
    case 'radio':
    case 'checkbox':
    case 'file':
    case 'stamp':
      return TEXT_MAX_CHARS;
    default:
      return question satisfies never;
  }
}

/** The maximum length of a key's value; `undefined` for a key that no question declares. */
export function maxCharsOf(key: string): number | undefined {
  const question = questionFor(key);
  if (question !== undefined) return maxCharsOfQuestion(question);
  const described = questionFor(answerKeyOf(key));
  return described !== undefined && hasDesc(described) ? DESC_MAX_CHARS : undefined;
}

/** Whether a value may be stored under this key: an answer, or the label of a choice. */
export function isStoredKey(key: string): key is StoredKey {
  return maxCharsOf(key) !== undefined;
}

/**
 * Whether a stored value may be copied from outside its account. A document's mark may not, because it means that the
 * account has the file. Nor may the stamp, because it means that the account was submitted.
 */
export function isCarried(key: string): boolean {
  const kind = questionFor(key)?.kind;
  return kind !== 'file' && kind !== 'stamp' && isStoredKey(key);
}

/** Whether a key's question asks for a file. */
export function isFileKey(key: string): key is AnswerKey {
  return questionFor(key)?.kind === 'file';
}

/** Whether a key's question asks for a Social Security number: encrypted at rest, masked for other readers. */
export function isSsnKey(key: string): boolean {
  return questionFor(key)?.kind === 'ssn';
}

export const fileKeys: readonly AnswerKey[] = questions
  .filter((question) => question.kind === 'file')
  .map(({ key }) => key);

const elements: readonly Element[] = pages.flatMap((page) =>
  page.sections.flatMap((section) => section.elements),
);

export const repeaters: readonly Repeater[] = elements.filter(
  (element): element is Repeater => 'type' in element && element.type === 'repeater',
);

export const tabGroups: readonly Tabs[] = elements.filter(
  (element): element is Tabs => 'type' in element && element.type === 'tabs',
);

const componentTitles: ReadonlyMap<string, string> = new Map(
  repeaters.flatMap(({ components }) =>
    components
      .slice(1)
      .flatMap(({ title, elements }) => elements.flatMap(questionsIn).map(({ key }) => [key, `${title}: `])),
  ),
);

/**
 * The title of the repeated component that a key belongs to, with a colon; `''` for the first one, which has no
 * number.
 */
export function componentTitleOf(key: string): string {
  return componentTitles.get(key) ?? '';
}

/**
 * A question's label with its component's title, for places that do not show the component. Returns other keys
 * unchanged.
 */
export function fullLabelOf(key: string): string {
  return componentTitleOf(key) + (questionFor(key)?.label ?? key);
}

/** How many components an add-another button may have; `undefined` for an unknown button. */
export function maxComponentsOf(buttonId: string): number | undefined {
  return repeaters.find((repeater) => repeater.buttonId === buttonId)?.components.length;
}

/** The ids of a group's tabs; `undefined` for an unknown group. */
export function tabIdsOf(tabId: string): readonly string[] | undefined {
  return tabGroups.find((group) => group.tabId === tabId)?.tabs.map(({ id }) => id);
}
