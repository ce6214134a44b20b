import * as z from 'zod/mini';
import { keepable } from '#contract/keepable.ts';
import { html, type Html } from '#server/adapters/html.ts';
import { OFFICE_SENTENCE_MAX_CHARS, reopen } from '#server/domain/application/reopening.ts';
import { columns } from '#server/domain/office/columns.ts';
import type { Clerk } from '#server/domain/office/office-links.ts';
import type { ListedApplication } from '#server/domain/office/office-list.ts';
import type { App } from '#server/http/calls.ts';
import type { HtmlPage } from '#server/http/html-page.ts';
import {
  actOnOne,
  actPage,
  asks,
  CHANGED,
  applicationAddress,
  seenField,
  seenIn,
  text,
  type Offer,
} from '../act.ts';
import { listAddress, type ListQuery } from '../list-query.ts';
import { sentenceField } from '../refusals.ts';

const reopens = { ...actOnOne('reopen'), form: z.object({ seen: text, sentence: text }) } as const;

const TOO_LONG = `The mail has room for ${OFFICE_SENTENCE_MAX_CHARS} characters of yours.`;
const mailable = z.string().check(z.maxLength(OFFICE_SENTENCE_MAX_CHARS, TOO_LONG), keepable);

/** Leads to the page that asks. */
export function offerReopen({ listed: { id, submitted }, address }: Offer): Html | undefined {
  return submitted === null
    ? undefined
    : html`<a href="/office/applications/${id}/reopen${address}">Reopen…</a>`;
}

export function reopenRoutes(app: App): void {
  const { officeList } = app.context;

  app.page(asks(reopens), async ({ clerk, params: { id }, query }) =>
    reopenPage({ clerk, query, listed: await officeList.get(clerk, id) }),
  );

  app.page(reopens, async ({ clerk, params: { id }, query, form }) => {
    const listed = await officeList.get(clerk, id);
    // Browsers send two characters for the end of a line.
    const sentence = form.sentence.replaceAll('\r\n', '\n').trim();
    const asked = { clerk, query, listed, sentence };
    const { error } = z.safeParse(mailable, sentence);
    if (error) {
      const message = `Nothing was done. ${error.issues.map((issue) => issue.message).join(' ')}`;
      return reopenPage({ ...asked, message, status: 422 });
    }
    const submittedAt = seenIn(form);
    if (submittedAt === null) return reopenPage({ ...asked, message: CHANGED, status: 409 });
    const outcome = await reopen(app.context, listed, { sentence, submittedAt });
    switch (outcome) {
      case 'done':
        return { redirect: applicationAddress(id, query) };
      case 'already':
        return reopenPage({
          ...asked,
          message: 'Nothing was done: the application is open already. No other mail was sent.',
          status: 409,
        });
      case 'changed':
        return reopenPage({ ...asked, message: CHANGED, status: 409 });
      default:
        return outcome satisfies never;
    }
  });
}

interface ReopenPage {
  readonly clerk: Clerk;
  readonly query: ListQuery;
  readonly listed: ListedApplication;
  readonly sentence?: string;
  readonly message?: string;
  readonly status?: number;
}

function reopenPage({ clerk, query, listed, sentence = '', message, status = 200 }: ReopenPage): HtmlPage {
  const { id, number, name, submitted, username } = listed;
  const address = listAddress(query);
  // What was written stays, also where it can no longer be sent.
  const written = sentenceField(sentence, OFFICE_SENTENCE_MAX_CHARS);
  const body =
    submitted === null
      ? html`<p>This application is not submitted, so it can be changed already.</p>${sentence && written}`
      : html`<p>${columns.name.text(name) || username} can then change the application and has to submit it again. What was submitted is kept. A mail
says so, with a link.</p>
<form method="post" action="/office/applications/${id}/reopen${address}">${seenField(listed)}${written}
<button>Reopen and send the mail</button></form>`;
  return actPage({
    clerk,
    title: `Reopen ${columns.number.text(number)}`,
    message,
    body,
    back: { to: applicationAddress(id, query), words: 'Back to the application' },
    status,
  });
}
