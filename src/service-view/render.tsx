import { renderToStaticMarkup } from 'react-dom/server';
import type { ApplicationDocument } from '#contract/application-document.ts';
import { tenant } from '#tenant/tenant.ts';
import sheetsCss from './attached-sheets.css?inline';
import { AttachedSheets, paperRules, type AttachedDocument } from './attached-sheets.tsx';
import { ServiceViewDocument } from './service-view-document.tsx';
import css from './service-view.css?inline';

export { css };

/** Renders only the document, for a page that includes `css`. */
export function renderArticle(document: ApplicationDocument): string {
  return renderToStaticMarkup(<ServiceViewDocument document={document} />);
}

/**
 * Renders the service view as a complete HTML page that loads nothing else, for the printer.
 *
 * @param attached documents that follow it, each page on a sheet of its own
 * @param logo the address of a picture, as `data:`
 */
export function renderServiceView(
  document: ApplicationDocument,
  attached: readonly AttachedDocument[] = [],
  logo?: string,
): string {
  const page = renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta
          httpEquiv="Content-Security-Policy"
          content="default-src 'none'; style-src 'unsafe-inline'; img-src data:"
        />
        <title>{`${document.title}, ${tenant.name}`}</title>
      </head>
      <body>
        {logo !== undefined && <img className="printed-logo" src={logo} alt="" />}
        <ServiceViewDocument document={document} />
        <AttachedSheets documents={attached} />
      </body>
    </html>,
  );
  // Inserted into the string: React would escape characters that a style sheet needs.
  const styles = `<style>${css}${sheetsCss}${paperRules(attached)}</style>`;
  return `<!doctype html>${page.replace('</head>', () => `${styles}</head>`)}`;
}
