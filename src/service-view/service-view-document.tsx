import type { ReactNode } from 'react';
import type { ServiceView } from '#contract/token-views.ts';
import { isShown } from '#form/asked.ts';
import { pages } from '#form/form.ts';
import { isQuestion, type Element, type Group, type Page, type Repeater, type Section } from '#form/page.ts';
import type { Question } from '#form/question.ts';
import { tenant } from '#tenant/tenant.ts';
import { textOnPaper } from './text-on-paper.ts';
import { documentTitle } from './document-title.ts';
import { hasAnswer, shownComponents, shownTabs, withoutUnasked } from './shown.ts';

const NOT_ANSWERED = 'Not answered';
/** Stands at a box that was left unticked beside a ticked one: the group is answered. */
const NOT_TICKED = 'No';
const WHOLE_WORD_MAX_CHARS = 16;
const NOT_SUBMITTED = 'Not submitted yet';

/** The props of every part of the document; `today` is `YYYY-MM-DD`. */
interface Source {
  readonly view: ServiceView;
  readonly today: string;
}

/** The whole application as one document, in reading order, to be read and printed, never edited. */
export function ServiceViewDocument({ view, today }: Source) {
  const source = { view: withoutUnasked(view), today };
  return (
    <article className="service-view">
      <p className="service-view-office">
        {tenant.name}, {tenant.office}
      </p>
      <h1>{wholeWords(documentTitle(view.answer))}</h1>
      {pages.map((page) => (
        <PageView key={page.path} page={page} {...source} />
      ))}
    </article>
  );
}

/** Keeps a word with a hyphen on one line, unless it is too long for a phone's. */
function wholeWords(title: string): ReactNode {
  return title.split(/(?<= )/u).map((word, index) =>
    word.includes('-') && word.length <= WHOLE_WORD_MAX_CHARS ? (
      <span key={index} className="service-view-word">
        {word}
      </span>
    ) : (
      word
    ),
  );
}

function PageView({ page, ...source }: Source & { readonly page: Page }) {
  return (
    <section className="service-view-page">
      <h2>{page.title}</h2>
      {page.sections.map((section) => (
        <SectionView key={section.id} section={section} {...source} />
      ))}
    </section>
  );
}

function SectionView({ section, ...source }: Source & { readonly section: Section }) {
  return (
    <section>
      <h3>{section.title}</h3>
      <Elements elements={section.elements} {...source} />
    </section>
  );
}

interface ElementsProps extends Source {
  readonly elements: readonly Element[];
  /** Stands where a question has no answer. */
  readonly blank?: string;
}

/** Renders consecutive questions as one list. An element with a heading of its own ends the list. */
function Elements({ elements, blank = NOT_ANSWERED, ...source }: ElementsProps) {
  const parts: ReactNode[] = [];
  let rows: ReactNode[] = [];
  const endRows = () => {
    if (rows.length > 0) parts.push(<dl key={parts.length}>{rows}</dl>);
    rows = [];
  };
  for (const element of elements) {
    if (isQuestion(element)) {
      if (isShown(element, source.view.answer))
        rows.push(<Row key={element.key} question={element} blank={blank} {...source} />);
      continue;
    }
    if (element.type === 'group' && element.layout === 'month-year') {
      if (element.questions.some((question) => isShown(question, source.view.answer))) {
        rows.push(<MonthYearRow key={element.id} group={element} {...source} />);
      }
      continue;
    }
    endRows();
    parts.push(<Composed key={parts.length} element={element} {...source} />);
  }
  endRows();
  return <>{parts}</>;
}

function Composed({ element, ...source }: Source & { readonly element: Exclude<Element, Question> }) {
  switch (element.type) {
    case 'group':
      return (
        <Titled title={element.legend}>
          <Elements
            elements={element.questions}
            blank={hasAnswer(element.questions, source.view) ? NOT_TICKED : NOT_ANSWERED}
            {...source}
          />
        </Titled>
      );
    case 'trigger':
      return <Elements elements={[...(element.before ?? []), ...element.after]} {...source} />;
    case 'repeater':
      return <Components repeater={element} {...source} />;
    case 'tabs':
      return (
        <Titled title={element.label}>
          <Elements elements={shownTabs(element, source.view).flatMap((tab) => tab.elements)} {...source} />
        </Titled>
      );
    default:
      return element satisfies never;
  }
}

function Components({ repeater, ...source }: Source & { readonly repeater: Repeater }) {
  return shownComponents(repeater, source.view).map(({ title, elements }) => (
    <Titled key={title} title={title}>
      <Elements elements={elements} {...source} />
    </Titled>
  ));
}

function Titled({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="service-view-group">
      <h4>{title}</h4>
      {children}
    </div>
  );
}

interface RowProps extends Source {
  readonly question: Question;
  readonly blank: string;
}

function Row({ question, blank, view, today }: RowProps) {
  return (
    <div id={question.key} className="service-view-row" data-kind={question.kind}>
      <dt>{question.label}</dt>
      <Answer
        text={textOnPaper(question, view, today)}
        blank={question.kind === 'stamp' ? NOT_SUBMITTED : blank}
      />
    </div>
  );
}

/** Shows a month and its year as one answer. */
function MonthYearRow({ group, view, today }: Source & { readonly group: Group }) {
  const texts = group.questions.map((question) => textOnPaper(question, view, today));
  const answered = texts.filter((text) => text !== undefined);
  return (
    <div id={group.id} className="service-view-row">
      <dt>{group.legend}</dt>
      <Answer text={answered.length === 0 ? undefined : answered.join(' ')} blank={NOT_ANSWERED} />
    </div>
  );
}

function Answer({ text, blank }: { readonly text: string | undefined; readonly blank: string }) {
  return text === undefined ? <dd className="service-view-blank">{blank}</dd> : <dd>{text}</dd>;
}
