/** An attached document, with a sheet of paper for each of its pages. */
export interface AttachedDocument {
  readonly heading: string;
  readonly fileName: string;
  readonly sheets: readonly AttachedSheet[];
}

/** Widths and heights are in points. The page is in the middle of the paper. */
interface AttachedSheet {
  readonly paper: readonly [width: number, height: number];
  readonly page: readonly [width: number, height: number];
}

/** A sheet as high as its paper would be followed by a blank one if the browser rounds up. */
const SLACK_PT = 0.5;

/** The sheets for the pages of attached documents, each under the heading of its document. */
export function AttachedSheets({ documents }: { readonly documents: readonly AttachedDocument[] }) {
  return documents.flatMap(({ heading, fileName, sheets }) =>
    sheets.map(({ paper: [width, height], page: [pageWidth, pageHeight] }, index) => (
      <section
        key={`${heading} ${index}`}
        className="attached-sheet"
        style={{ page: nameOf([width, height]), height: pt(height - SLACK_PT) }}
      >
        <div className="attached-sheet-head">
          {index === 0 ? <h2>{heading}</h2> : <p>{`${heading}, continued`}</p>}
          <p className="attached-sheet-file">
            <bdi translate="no">{fileName}</bdi>
          </p>
        </div>
        <div
          className="attached-sheet-frame"
          role="img"
          aria-label={`${fileName}, page ${index + 1} of ${sheets.length}`}
          style={{
            left: pt((width - pageWidth) / 2),
            top: pt((height - pageHeight) / 2),
            width: pt(pageWidth),
            height: pt(pageHeight),
          }}
        />
      </section>
    )),
  );
}

/** Returns the rules that give each sheet its paper. */
export function paperRules(documents: readonly AttachedDocument[]): string {
  const papers = documents.flatMap(({ sheets }) => sheets.map(({ paper }) => paper));
  const rules = papers.map(
    (paper) => `@page ${nameOf(paper)} { size: ${paper.map(pt).join(' ')}; margin: 0 }`,
  );
  return [...new Set(rules)].join('\n');
}

function nameOf(paper: readonly number[]): string {
  return `paper-${paper.map(Math.round).join('-')}`;
}

function pt(points: number): string {
  return `${points}pt`;
}
