import type { ApplicationDocument } from '#contract/application-document.ts';
import { pages, questionFor } from '#form/form.ts';
import { answerKeyOf } from '#form/keys.ts';
import { isQuestion, questionsIn, type Element, type Section } from '#form/page.ts';
import type { Question } from '#form/question.ts';
import { tenant } from '#tenant/tenant.ts';

/** The applicant's name is the title of an application, and the office searches by it. */
const NEVER_HIDDEN = 'names';

const sections = pages.flatMap((page) => page.sections);
const hiddenIds = tenant.hiddenFromOffice ?? [];
for (const id of hiddenIds)
  if (id === NEVER_HIDDEN || !sections.some((section) => section.id === id))
    throw new Error(`The tenant's hiddenFromOffice names "${id}", which is no section that can be hidden.`);
const isHidden = ({ id }: Section) => hiddenIds.includes(id);

/** The questions whose answers a reader in the office may see, in reading order. */
export const officeQuestions: readonly Question[] = sections
  .filter((section) => !isHidden(section))
  .flatMap(({ elements }) => elements.flatMap(questionsIn));

const keys: ReadonlySet<string> = new Set(officeQuestions.map(({ key }) => key));

/** Returns whether a reader in the office may see the answer under this key, or the label of a choice. */
export function isVisible(key: string): boolean {
  return keys.has(answerKeyOf(key));
}

const titles = sections.filter(isHidden).map(({ title, titleOnPaper = title }) => titleOnPaper);
/** Returns a sentence about what is kept for records only; blank if nothing is. */
export const LEFT_OUT =
  titles.length === 0 ? '' : `For records only, and left out here: ${titles.join(', ')}.`;

/** The keys of lines of a document: those of questions, and the ids of groups that are one line. */
const hiddenLines: ReadonlySet<string> = new Set(
  sections.filter(isHidden).flatMap(({ elements }) => elements.flatMap(lineKeysOf)),
);

function lineKeysOf(element: Element): readonly string[] {
  if (isQuestion(element)) return [element.key];
  switch (element.type) {
    case 'group':
      return [element.id, ...element.questions.map(({ key }) => key)];
    case 'one-line':
      return element.questions.map(({ key }) => key);
    case 'trigger':
      return element.after.flatMap(lineKeysOf);
    case 'repeater':
      return element.components.flatMap((component) => component.elements.flatMap(lineKeysOf));
    case 'tabs':
      return element.tabs.flatMap((tab) => tab.elements.flatMap(lineKeysOf));
    default:
      return element satisfies never;
  }
}

/**
 * Leaves out of a document what the office must not see. A submission has the sections of its day. If nothing else is
 * left of a section, its questions that are no longer asked are left out, too.
 */
export function documentForOffice(document: ApplicationDocument): ApplicationDocument {
  if (LEFT_OUT === '') return document;
  const visible = document.pages.map((page) => ({
    ...page,
    sections: page.sections.flatMap((section) => {
      const lines = section.blocks.flatMap((block) => block.lines);
      const isOver =
        lines.some(({ key }) => hiddenLines.has(key)) &&
        !lines.some(({ key }) => questionFor(key) !== undefined && !hiddenLines.has(key));
      if (isOver) return [];
      const blocks = section.blocks.flatMap((block) => {
        const left = block.lines.filter(({ key }) => !hiddenLines.has(key));
        return left.length === 0 && block.lines.length > 0 ? [] : [{ ...block, lines: left }];
      });
      return [{ ...section, blocks }];
    }),
  }));
  const about = document.about?.filter(({ key }) => key === undefined || isVisible(key));
  return {
    ...document,
    ...(about && { about }),
    note: document.note === null ? LEFT_OUT : `${document.note} ${LEFT_OUT}`,
    pages: visible.filter((page) => page.sections.length > 0),
  };
}
