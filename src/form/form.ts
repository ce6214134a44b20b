import { aboutYou } from './about-you/about-you.ts';
import { citizenshipWatcher } from './about-you/citizenship.ts';
import { enrollmentWatcher } from './education/colleges.ts';
import { education } from './education/education.ts';
import { finalSteps } from './final-steps/final-steps.ts';
import type { AnswerKey } from './keys.ts';
import { questionsOnPage, type Page } from './page.ts';
import type { Question } from './question.ts';
import type { Watcher } from './watcher.ts';

/** The whole form: pages → sections → elements, in reading order. */
export const pages: readonly [Page, Page, Page] = [aboutYou, education, finalSteps];

export const questions: readonly Question[] = pages.flatMap(questionsOnPage);

export const watchers: readonly Watcher[] = [citizenshipWatcher, enrollmentWatcher];

const questionByKey: ReadonlyMap<string, Question> = new Map(
  questions.map((question) => [question.key, question]),
);

/** The declaration of a key's question. */
export function questionFor(key: string): Question | undefined {
  return questionByKey.get(key);
}

const pageByKey: ReadonlyMap<string, Page> = new Map(
  pages.flatMap((page) => questionsOnPage(page).map(({ key }) => [key, page] as const)),
);

/** The page that asks a key's question. */
export function pageOf(key: AnswerKey): Page | undefined {
  return pageByKey.get(key);
}
