import { html, type Html } from '#server/adapters/html.ts';
import {
  BusyError,
  InvalidError,
  NotFoundError,
  TooManyRequestsError,
  type RefusalError,
} from '#server/domain/ground/errors.ts';
import type { HtmlPage } from '#server/http/html-page.ts';
import { officePage } from './office-page.ts';

/** Whoever it is can be logged in. */
const SOMEBODY = { name: '', isSignedIn: false };

const page = (title: string, rest: Html, clerk?: typeof SOMEBODY) =>
  officePage({
    title,
    body: html`<main><h1 class="office">${title}</h1>${rest}</main>`,
    ...(clerk !== undefined && { clerk }),
  });

/** For every link and address that opens nothing, whatever the reason. */
const DEAD_LINK = page(
  'This page cannot be opened',
  html`<p>Open your link again. If that does not help, it has ended: ask whoever runs the application form for a new one.</p>`,
);

export const LOGGED_OUT = page('You are logged out', html`<p>To come back, open your link again.</p>`);

/** People open these addresses in a browser, so a refusal is a page. It is the same one for every link that has ended. */
export function refusalPage(error: RefusalError, url: string): HtmlPage | undefined {
  if (error instanceof NotFoundError) return DEAD_LINK;
  if (error instanceof InvalidError) {
    const sentences = Object.values(error.errors).flat();
    return page(
      'This was not saved',
      html`<ul>${sentences.map((sentence) => html`<li>${sentence}</li>`)}</ul><p>Please go back and try again.</p>`,
      SOMEBODY,
    );
  }
  const isPassing = error instanceof BusyError || error instanceof TooManyRequestsError;
  return isPassing ? notNow(error.message, url) : undefined;
}

/** For what may work in a minute, such as a PDF that is being made. Whoever it is can be logged in. */
function notNow(sentence: string, url: string): HtmlPage {
  return page(
    'Please try again in a moment',
    html`<p>${sentence}</p><ul class="links"><li><a href="${url}">Try again</a></li><li><a href="/office">All applications</a></li></ul>`,
    SOMEBODY,
  );
}
