import * as z from 'zod/mini';
import { html, type Html } from '#server/adapters/html.ts';
import {
  BusyError,
  ForbiddenError,
  InvalidError,
  NotFoundError,
  TooManyRequestsError,
  type RefusalError,
} from '#server/domain/ground/errors.ts';
import { OFFICE_SENTENCE_MAX_CHARS } from '#server/domain/application/reopening.ts';
import type { HtmlPage } from '#server/http/html-page.ts';
import { officePage } from './office-page.ts';

/** Anybody may see it, logged in or not. */
const SOMEBODY = { name: '', isSignedIn: false };

const page = (title: string, rest: Html, clerk?: typeof SOMEBODY): HtmlPage =>
  officePage({
    title,
    body: html`<main><h1 class="office">${title}</h1>${rest}</main>`,
    ...(clerk !== undefined && { clerk }),
  });

/** For every link and address that opens nothing, whatever the reason. */
const deadLink = (kept?: Html) =>
  page(
    'This page cannot be opened',
    html`<p>Open your link again. If that does not help, it has ended: ask whoever runs the application form for a new one.</p>${kept}`,
  );

export const LOGGED_OUT = page('You are logged out', html`<p>To come back, open your link again.</p>`);

/**
 * People open these addresses in a browser, so a refusal is a page. It is the same one for every link that has ended.
 *
 * @param form what was posted, of which the page keeps what the clerk wrote
 */
export function refusalPage(error: RefusalError, url: string, form?: unknown): HtmlPage | undefined {
  const { success, data } = z.safeParse(written, form);
  const kept = success ? keptForm(url, data) : undefined;
  if (error instanceof NotFoundError) return deadLink(kept);
  if (error instanceof ForbiddenError)
    return page('This was not done', html`<p>${error.message}</p>`, SOMEBODY);
  if (error instanceof InvalidError) {
    const sentences = Object.values(error.errors).flat();
    return page(
      'This was not saved',
      html`<ul>${sentences.map((sentence) => html`<li>${sentence}</li>`)}</ul><p>Please go back and try again.</p>`,
      SOMEBODY,
    );
  }
  const isPassing = error instanceof BusyError || error instanceof TooManyRequestsError;
  return isPassing ? notNow(error.message, url, kept) : undefined;
}

/** For what may work in a minute, such as a PDF that is being made. Anybody may see it, logged in or not. */
function notNow(sentence: string, url: string, kept?: Html): HtmlPage {
  return page(
    'Please try again in a moment',
    html`<p>${sentence}</p>${kept}<ul class="links">${kept === undefined ? html`<li><a href="${url}">Try again</a></li>` : undefined}<li><a href="/office">All applications</a></li></ul>`,
    SOMEBODY,
  );
}

const written = z.looseObject({ sentence: z.string().check(z.minLength(1)) });

/** The form again, in which a sentence is kept. */
function keptForm(url: string, { sentence, ...others }: z.output<typeof written>): Html {
  const fields = Object.entries(others).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${String(value)}">`,
  );
  return html`<p>Your sentence is kept here. In another tab, you can open your link first.</p>
<form class="act" method="post" action="${url}">${fields}${sentenceField(sentence, OFFICE_SENTENCE_MAX_CHARS)}<button>Try again</button></form>`;
}

/** Where a clerk writes to an applicant. */
export function sentenceField(sentence: string, maxChars: number): Html {
  return html`<label>A sentence for the mail, if you want to add one
<textarea name="sentence" rows="4" maxlength="${maxChars}">${sentence}</textarea></label>`;
}
