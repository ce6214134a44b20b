import type { ReactNode } from 'react';
import type { ApplicationDocument, DocumentBlock, DocumentLine } from '#contract/application-document.ts';

const WHOLE_WORD_MAX_CHARS = 16;
/** Their answers are words of the form, which a browser may translate. It must not change what somebody typed. */
const CHOSEN_KEYS: ReadonlySet<string> = new Set(['program_type', 'entry_term']);
const CHOSEN_KINDS: ReadonlySet<string> = new Set([
  'select',
  'radio',
  'checkbox',
  'checks',
  'month-year',
  'stamp',
]);

/** The whole application as one document, in reading order, to be read and printed, never edited. */
export function ServiceViewDocument({ document }: { readonly document: ApplicationDocument }) {
  const { office, title, note, about = [], pages } = document;
  return (
    <article className="service-view">
      <p className="service-view-office">{office}</p>
      <div translate="no">
        <h1>{wholeWords(title)}</h1>
      </div>
      {about.length > 0 && (
        <dl className="service-view-about">
          {about.map(({ label, text, key = label }) => (
            <div key={key} className="service-view-row" translate={CHOSEN_KEYS.has(key) ? undefined : 'no'}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
      {note !== null && <p className="service-view-note">{note}</p>}
      <DocumentPages pages={pages} />
    </article>
  );
}

/**
 * The pages of a document.
 *
 * @param linkTo for a page of the form that shows them: makes the link to where a section is answered. The lines then
 *   have no ids, because the fields have them.
 */
export function DocumentPages({
  pages,
  linkTo,
}: {
  readonly pages: ApplicationDocument['pages'];
  readonly linkTo?: (pageIndex: number, sectionIndex: number) => ReactNode;
}) {
  return pages.map((page, pageIndex) => (
    <section key={page.title} className="service-view-page">
      <h2>{page.title}</h2>
      {page.sections.map((section, sectionIndex) => (
        <section key={section.title}>
          <h3>{section.title}</h3>
          {linkTo?.(pageIndex, sectionIndex)}
          {section.blocks.map((block, index) => (
            <Block key={index} {...block} hasIds={linkTo === undefined} />
          ))}
        </section>
      ))}
    </section>
  ));
}

/** Keeps a word with a hyphen on one line, unless it is too long for a phone's. */
function wholeWords(title: string): ReactNode {
  return title.match(/[^ ]* |[^ ]+$/gu)?.map((word, index) =>
    word.includes('-') && word.length <= WHOLE_WORD_MAX_CHARS ? (
      <span key={index} className="service-view-word">
        {word}
      </span>
    ) : (
      word
    ),
  );
}

function Block({ title, lines, hasIds }: DocumentBlock & { readonly hasIds: boolean }) {
  const list = lines.length > 0 && (
    <dl>
      {lines.map((line) => (
        <Line key={line.key} line={line} hasIds={hasIds} />
      ))}
    </dl>
  );
  if (title === null) return list;
  return (
    <div className="service-view-group">
      <h4>{title}</h4>
      {list}
    </div>
  );
}

function Line({
  line: { key, kind, label, text, isBlank },
  hasIds,
}: {
  readonly line: DocumentLine;
  readonly hasIds: boolean;
}) {
  return (
    <div id={hasIds ? key : undefined} className="service-view-row" data-kind={kind}>
      <dt>{label}</dt>
      {isBlank || CHOSEN_KINDS.has(kind) ? (
        <dd className={isBlank ? 'service-view-blank' : undefined}>{text}</dd>
      ) : (
        <dd translate="no">{text}</dd>
      )}
    </div>
  );
}
