import type { ApplicationDocument, DocumentBlock, DocumentLine } from '#contract/application-document.ts';
import type { ServiceView } from '#contract/token-views.ts';
import { isShown } from '#form/asked.ts';
import { pages } from '#form/form.ts';
import { isQuestion, type Element, type Group } from '#form/page.ts';
import type { Question } from '#form/question.ts';
import { tenant } from '#tenant/tenant.ts';
import { documentTitle } from './document-title.ts';
import { shownComponents, shownTabs, withoutUnasked } from './shown.ts';
import { textOnPaper } from './text-on-paper.ts';

const NOT_ANSWERED = 'Not answered';
const NOT_SUBMITTED = 'Not submitted yet';
const IN_TODAYS_WORDS =
  'The wording at the time of submission was not saved. Questions and choices are shown in their current wording.';

/** `today` is `YYYY-MM-DD`, for lists of years. */
interface Source {
  readonly view: ServiceView;
  readonly today: string;
}

/** Makes the document of an application in the words of this release. */
export function documentOf(view: ServiceView, today: string): ApplicationDocument {
  const source = { view: withoutUnasked(view), today };
  return {
    office: `${tenant.name}, ${tenant.office}`,
    title: documentTitle(view.answer),
    note: null,
    pages: pages.map((page) => ({
      title: page.title,
      sections: page.sections.map((section) => ({
        title: section.titleOnPaper ?? section.title,
        blocks: blocksOf(section.elements, source),
      })),
    })),
  };
}

/** Marks the document of an application that was submitted when its own words were not kept yet. */
export function inTodaysWords(document: ApplicationDocument): ApplicationDocument {
  return { ...document, note: IN_TODAYS_WORDS };
}

function blocksOf(elements: readonly Element[], source: Source): DocumentBlock[] {
  const blocks = [untitled()];
  collect(elements, source, blocks);
  return blocks.filter(({ title, lines }) => title !== null || lines.length > 0);
}

const untitled = (): DocumentBlock => ({ title: null, lines: [] });

/** Adds consecutive questions to the last block. An element with a heading of its own has a block of its own. */
function collect(elements: readonly Element[], source: Source, blocks: DocumentBlock[]): void {
  const { view } = source;
  const put = (line: DocumentLine) => blocks.at(-1)?.lines.push(line);
  const under = (title: string, parts: readonly Element[]) => {
    blocks.push({ title, lines: [] });
    collect(parts, source, blocks);
    blocks.push(untitled());
  };
  for (const element of elements) {
    if (isQuestion(element)) {
      if (isShown(element, view.answer)) put(lineOf(element, source));
      continue;
    }
    switch (element.type) {
      case 'group':
        if (element.questions.some((question) => isShown(question, view.answer)))
          put(element.layout === 'month-year' ? monthYearLine(element, source) : checksLine(element, source));
        break;
      case 'trigger':
        collect(element.after, source, blocks);
        break;
      case 'one-line':
        collect(element.questions, source, blocks);
        break;
      case 'repeater':
        for (const { title, elements: parts } of shownComponents(element, view)) under(title, parts);
        break;
      case 'tabs':
        under(
          element.label,
          shownTabs(element, view).flatMap((tab) => tab.elements),
        );
        break;
      default:
        element satisfies never;
    }
  }
}

function lineOf(question: Question, { view, today }: Source): DocumentLine {
  const { key, kind, label } = question;
  const text = textOnPaper(question, view, today);
  return { key, kind, label, ...answerOr(text, kind === 'stamp' ? NOT_SUBMITTED : NOT_ANSWERED) };
}

/** Shows a month and its year as one answer. */
function monthYearLine({ id, legend, questions }: Group, { view, today }: Source): DocumentLine {
  const texts = questions.map((question) => textOnPaper(question, view, today));
  const text = texts.filter((part) => part !== undefined).join(' ');
  return { key: id, kind: 'month-year', label: legend, ...answerOr(text || undefined, NOT_ANSWERED) };
}

/** Shows the checked boxes of a group as one answer. */
function checksLine({ id, legend, questions }: Group, { view, today }: Source): DocumentLine {
  const checked = questions.flatMap((question) => {
    const text = textOnPaper(question, view, today);
    if (text === undefined) return [];
    return view.answer[question.key] === 'true' ? [question.label] : [`${question.label}: ${text}`];
  });
  return {
    key: id,
    kind: 'checks',
    label: legend,
    ...answerOr(checked.join('; ') || undefined, NOT_ANSWERED),
  };
}

function answerOr(text: string | undefined, blank: string): Pick<DocumentLine, 'text' | 'isBlank'> {
  return { text: text ?? blank, isBlank: text === undefined };
}
