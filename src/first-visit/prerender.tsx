import { renderToStaticMarkup } from 'react-dom/server';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { App } from '#app/app.tsx';
import { makeClient } from '#app/client.ts';
import { FullScreenLoading } from '#app/error-screens.tsx';
import { loadFirstScreen } from '#app/routes.tsx';
import { todayIn } from '#form/today.ts';
import { paths } from '#shell/paths.ts';
import { pageTitle } from '#shell/use-page-title.ts';
import { tenant } from '#tenant/tenant.ts';

/** All pages except the completion page, and the card that is opened from a mail. */
const { completion, reset, ...prerendered } = paths;

/**
 * Makes the pages of a first visit, and the markup that everybody else sees until the client starts.
 *
 * @param now milliseconds since 1970
 */
export async function prerenderPages(now: number) {
  const today = todayIn(tenant.timeZone, new Date(now));
  const pages: { readonly path: string; readonly title: string; readonly markup: string }[] = [];
  for (const path of Object.values(prerendered)) {
    await loadFirstScreen(path);
    const client = makeClient(today);
    const { prelude } = await prerender(
      <StaticRouter location={path}>
        <App client={client} />
      </StaticRouter>,
      {
        // Otherwise React would put large parts at the end of the page, and a script would move them to their places.
        progressiveChunkSize: Number.MAX_SAFE_INTEGER,
        onError: (error) => {
          throw error;
        },
      },
    );
    const markup = await new Response(prelude).text();
    client.application.close();
    const [, heading = ''] = /<h1[^>]*>([^<]*)</.exec(markup) ?? [];
    pages.push({ path, title: pageTitle(heading), markup });
  }
  return { today, loading: renderToStaticMarkup(<FullScreenLoading />), pages };
}
