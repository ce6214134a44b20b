import type { AnswerKey } from './keys.ts';
import type { Question } from './question.ts';
import type { FormRoute } from './routes.ts';

/** Questions under one legend: a check group, or the two selects of a month and year. */
export interface Group {
  readonly type: 'group';
  readonly layout: 'checks' | 'month-year';
  readonly id: string;
  readonly legend: string;
  readonly hint?: string;
  readonly questions: readonly Question[];
}

/** A button or checkbox that reveals `after` and hides the sentence `before`. Answered questions are always shown. */
export interface Trigger {
  readonly type: 'trigger';
  readonly control: 'button' | 'checkbox';
  readonly id: string;
  readonly label: string;
  /** The label of a button while `after` is shown: a press then hides it. */
  readonly openLabel?: string;
  readonly before?: string;
  readonly after: readonly Element[];
}

/** Questions that stand as one line of text once they are answered, with a button that shows their fields. */
export interface OneLine {
  readonly type: 'one-line';
  readonly id: string;
  readonly label: string;
  readonly buttonLabel: string;
  /** The question that picks them from a list: if its answer changes alone, their fields show. */
  readonly pickedBy: AnswerKey;
  /** The parts of the line, each of one answer or several. The line needs all of them. */
  readonly line: readonly (readonly AnswerKey[])[];
  readonly questions: readonly Question[];
}

/** Components that can be asked more than once under numbered prefixes, up to `components.length`. */
export interface Repeater {
  readonly type: 'repeater';
  readonly buttonId: string;
  readonly buttonLabel: string;
  readonly components: readonly {
    readonly title: string;
    readonly elements: readonly Element[];
  }[];
}

export interface Tab {
  readonly id: string;
  readonly label: string;
  readonly elements: readonly Element[];
}

/** Alternatives of which the applicant chooses one. The choice clears the answers of the others. */
export interface Tabs {
  readonly type: 'tabs';
  readonly tabId: string;
  readonly label: string;
  readonly tabs: readonly [Tab, ...Tab[]];
  /** The file question that the tabs are tied to: its tab cannot be left while the file converts. */
  readonly file?: AnswerKey;
}

export type Element = Question | Group | Trigger | OneLine | Repeater | Tabs;

export interface Section {
  readonly id: string;
  readonly title: string;
  /** The title for readers who are not the applicant, if it differs. */
  readonly titleOnPaper?: string;
  readonly intro?: string;
  readonly elements: readonly Element[];
}

export interface Page {
  readonly path: FormRoute;
  readonly title: string;
  readonly sections: readonly Section[];
}

export function isQuestion(element: Element): element is Question {
  return 'kind' in element;
}

/**
 * The tab to show: the chosen one, unless it is empty and another has an answer. Else the first answered one, or the
 * first.
 */
export function shownTab(
  { tabs }: Tabs,
  chosen: string | undefined,
  hasAnswer: (elements: readonly Element[]) => boolean,
): Tab {
  const answered = tabs.filter(({ elements }) => hasAnswer(elements));
  return (answered.length > 0 ? answered : tabs).find(({ id }) => id === chosen) ?? answered[0] ?? tabs[0];
}

/** Every question below an element, in reading order. */
export function questionsIn(element: Element): readonly Question[] {
  if (isQuestion(element)) return [element];
  switch (element.type) {
    case 'group':
    case 'one-line':
      return element.questions;
    case 'trigger':
      return element.after.flatMap(questionsIn);
    case 'repeater':
      return element.components.flatMap((component) => component.elements.flatMap(questionsIn));
    case 'tabs':
      return element.tabs.flatMap((tab) => tab.elements.flatMap(questionsIn));
    default:
      return element satisfies never;
  }
}

export function questionsOnPage(page: Page): readonly Question[] {
  return page.sections.flatMap((section) => section.elements.flatMap(questionsIn));
}
