import { renderToStaticMarkup } from 'react-dom/server';
import type { ServiceView } from '#contract/token-views.ts';
import { tenant } from '#tenant/tenant.ts';
import { documentTitle } from './document-title.ts';
import { ServiceViewDocument } from './service-view-document.tsx';
import css from './service-view.css?inline';

/**
 * Renders the service view as a complete HTML page that loads nothing else, for the printer.
 *
 * @param today `YYYY-MM-DD`, for lists of years
 */
export function renderServiceView(view: ServiceView, today: string): string {
  const page = renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta httpEquiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
        <title>{`${documentTitle(view.answer)}, ${tenant.name}`}</title>
      </head>
      <body>
        <ServiceViewDocument view={view} today={today} />
      </body>
    </html>,
  );
  // Inserted into the string: React would escape characters that a style sheet needs.
  return `<!doctype html>${page.replace('</head>', () => `<style>${css}</style></head>`)}`;
}
