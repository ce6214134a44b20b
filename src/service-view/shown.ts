import type { ServiceView } from '#contract/token-views.ts';
import { holds, isBlank } from '#form/condition.ts';
import { questionsIn, type Element, type Repeater, type Section, type Tabs } from '#form/page.ts';
import type { Question } from '#form/question.ts';
import { ADD_ANOTHER_DEFAULT_COUNT } from '#limits.ts';

function isAnswered({ key, kind }: Question, view: ServiceView): boolean {
  return kind === 'file' ? view.document_answer[key] !== undefined : !isBlank(view.answer[key]);
}

/** Whether a question was asked, or is answered all the same. */
export function isShown(question: Question, view: ServiceView): boolean {
  return question.when === undefined || holds(question.when, view.answer) || isAnswered(question, view);
}

export function hasAnswer(elements: readonly Element[], view: ServiceView): boolean {
  return elements.flatMap(questionsIn).some((question) => isAnswered(question, view));
}

export function isSectionShown({ when, elements }: Section, view: ServiceView): boolean {
  return when === undefined || holds(when, view.answer) || hasAnswer(elements, view);
}

/** As many components as were asked for, and any other that has an answer. */
export function shownComponents({ buttonId, components }: Repeater, view: ServiceView) {
  const count = view.add_another[buttonId] ?? ADD_ANOTHER_DEFAULT_COUNT;
  return components.filter(({ elements }, index) => index < count || hasAnswer(elements, view));
}

/** The chosen tab, and any other that has an answer. */
export function shownTabs({ tabId, tabs }: Tabs, view: ServiceView) {
  const answered = tabs.filter(({ elements }) => hasAnswer(elements, view));
  const chosen = view.tabs[tabId] ?? answered[0]?.id ?? tabs[0].id;
  return tabs.filter((tab) => tab.id === chosen || answered.includes(tab));
}
