import { pages } from '#form/form.ts';
import { answerKeyOf } from '#form/keys.ts';
import { questionsIn } from '#form/page.ts';
import type { Question } from '#form/question.ts';
import { tenant } from '#tenant/tenant.ts';

/** The questions whose answers a reader in the office may see, in reading order. */
export const officeQuestions: readonly Question[] = pages
  .flatMap(({ sections }) => sections)
  .filter(({ id }) => tenant.hiddenFromOffice?.includes(id) !== true)
  .flatMap(({ elements }) => elements.flatMap(questionsIn));

const keys: ReadonlySet<string> = new Set(officeQuestions.map(({ key }) => key));

/** Returns whether a reader in the office may see the answer under this key, or the label of a choice. */
export function isVisible(key: string): boolean {
  return keys.has(answerKeyOf(key));
}
