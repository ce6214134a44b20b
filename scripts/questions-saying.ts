import { pages } from '#form/form.ts';
import { questionsIn, type Element } from '#form/page.ts';
import type { Question } from '#form/question.ts';

/**
 * The questions that show these words on the screen: in the label, the hint, or the legend or section above. In reading
 * order. Case does not count.
 */
export function questionsSaying(words: string): readonly Question[] {
  const says = (text: string | undefined) => text?.toLowerCase().includes(words.toLowerCase()) === true;
  const inElement = (element: Element) =>
    'type' in element && element.type === 'group' && (says(element.legend) || says(element.hint))
      ? questionsIn(element)
      : questionsIn(element).filter(({ label, groupLabel, hint }) => [label, groupLabel, hint].some(says));
  return pages.flatMap(({ sections }) =>
    sections.flatMap(({ title, elements }) => elements.flatMap(says(title) ? questionsIn : inElement)),
  );
}
