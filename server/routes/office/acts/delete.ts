import * as z from 'zod/mini';
import { html, type Html } from '#server/adapters/html.ts';
import type { DeletionReason } from '#server/domain/ground/audit.ts';
import { NotFoundError } from '#server/domain/ground/errors.ts';
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

const REASONS = {
  asked: 'The applicant asked for it',
  twice: 'The same person has another application',
  test: 'It was made to try the form',
  abuse: 'It is not meant seriously',
} as const satisfies Record<DeletionReason, string>;
const reasons = Object.entries(REASONS);

const { catch: otherwise } = z;
const reason = otherwise(z.optional(z.enum(['asked', 'twice', 'test', 'abuse'])), undefined);
const deletes = { ...actOnOne('delete'), form: z.object({ seen: text, reason }) } as const;

/** Leads to the page that asks. */
export function offerDelete({ listed: { id }, address }: Offer): Html {
  return html`<a href="/office/applications/${id}/delete${address}">Delete…</a>`;
}

export function deleteRoutes(app: App): void {
  const { deletions, officeList } = app.context;

  app.page(asks(deletes), async ({ clerk, params: { id }, query }) =>
    deletePage({ clerk, query, listed: await officeList.get(clerk, id) }),
  );

  app.page(deletes, async ({ clerk, params: { id }, query, form }) => {
    const gone = actPage({
      clerk,
      title: 'The application is deleted',
      body: html``,
      back: { to: `/office${listAddress(query)}`, words: 'All applications' },
    });
    // After a double press it may be gone already, or go at this moment.
    const isGone = () => deletions.isDone(clerk.name, id);
    const listed = await officeList.get(clerk, id).catch(async (error: unknown) => {
      if (error instanceof NotFoundError && (await isGone())) return undefined;
      throw error;
    });
    if (listed === undefined) return gone;
    if (form.reason === undefined)
      return deletePage({ clerk, query, listed, message: 'Please choose why.', status: 422 });
    const { username } = listed;
    const asked = { id, username, submittedAt: seenIn(form), reason: form.reason };
    const outcome = await deletions.delete(clerk, asked);
    return outcome === 'done' || (await isGone())
      ? gone
      : deletePage({ clerk, query, listed, reason: form.reason, message: CHANGED, status: 409 });
  });
}

interface DeletePage {
  readonly clerk: Clerk;
  readonly query: ListQuery;
  readonly listed: ListedApplication;
  readonly reason?: DeletionReason;
  readonly message?: string;
  readonly status?: number;
}

function deletePage({ clerk, query, listed, reason: chosen, message, status = 200 }: DeletePage): HtmlPage {
  const { id, number, name, username } = listed;
  const choices = reasons.map(
    ([value, words]) =>
      html`<label><input type="radio" name="reason" value="${value}" required${value === chosen ? ' checked' : ''}> ${words}</label>`,
  );
  return actPage({
    clerk,
    title: `Delete ${columns.number.text(number)}`,
    message,
    body: html`<p><strong>${columns.name.text(name)}</strong> <span translate="no">${username}</span></p>
<p>The account is deleted with all answers and documents, and no mail says so. Nothing brings them back.</p>
<form method="post" action="/office/applications/${id}/delete${listAddress(query)}">${seenField(listed)}
<fieldset><legend>Why?</legend>${choices}</fieldset><button>Delete for good</button></form>`,
    back: { to: applicationAddress(id, query), words: 'Back to the application' },
    status,
  });
}
