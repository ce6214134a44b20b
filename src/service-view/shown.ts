import type { ServiceView } from '#contract/token-views.ts';
import { isBlank } from '#form/condition.ts';
import { questionsIn, shownTab, type Element, type Repeater, type Tabs } from '#form/page.ts';
import type { Question } from '#form/question.ts';
import { unaskedKeys, without } from '#form/unasked.ts';
import { ADD_ANOTHER_DEFAULT_COUNT } from '#limits.ts';

function isAnswered({ key, kind }: Question, view: ServiceView): boolean {
  return kind === 'file' ? view.document_answer[key] !== undefined : !isBlank(view.answer[key]);
}

/**
 * Removes answers to questions that are not asked. Our own client clears them. Another client may leave them, and the
 * office would believe that they are valid.
 */
export function withoutUnasked(view: ServiceView): ServiceView {
  const unasked = unaskedKeys(view.answer);
  return {
    ...view,
    answer: { ...without(view.answer, unasked) },
    document_answer: { ...without(view.document_answer, unasked) },
  };
}

function hasAnswer(elements: readonly Element[], view: ServiceView): boolean {
  return elements.flatMap(questionsIn).some((question) => isAnswered(question, view));
}

/** The components that the applicant has asked for, and any other that has an answer. */
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
