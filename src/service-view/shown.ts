import type { ServiceView } from '#contract/token-views.ts';
import { holds, isBlank } from '#form/condition.ts';
import { questionsIn, shownTab, type Element, type Repeater, type Section, type Tabs } from '#form/page.ts';
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

/** The tab that the form shows, and any other that has an answer. */
export function shownTabs(group: Tabs, view: ServiceView) {
  const isAnswered = (elements: readonly Element[]) => hasAnswer(elements, view);
  const shown = shownTab(group, view.tabs[group.tabId], isAnswered);
  return group.tabs.filter((tab) => tab === shown || isAnswered(tab.elements));
}
