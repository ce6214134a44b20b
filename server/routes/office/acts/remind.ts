import { html, type Html } from '#server/adapters/html.ts';
import { InvalidError } from '#server/domain/ground/errors.ts';
import type { Clerk } from '#server/domain/office/office-links.ts';
import type { App } from '#server/http/calls.ts';
import { act, actPage, asks } from '../act.ts';
import { listAddress, problemsOf, searchOf, type ListQuery } from '../list-query.ts';

const reminds = { ...act, path: '/office/remind' } as const;

/** Leads from a list to the page that asks. */
export function offerRemind(address: string): Html {
  return html`<a href="/office/remind${address}">Remind…</a>`;
}

export function remindRoutes(app: App): void {
  const { officeList, reminders } = app.context;

  app.page(asks(reminds), async ({ clerk, query }) => {
    const { due, recent, stopped } = await reminders.canRemind(await shown(query, clerk));
    const none = html`<p>Nobody in this list can be reminded now.</p>`;
    const some = html`<p>${people(due)} in this list ${due === 1 ? 'has' : 'have'} not submitted. A mail tells each what is missing, and when the
entry term closes.</p>
<form method="post" action="/office/remind${listAddress(query)}"><button>Remind ${people(due)}</button></form>`;
    return remindPage(
      clerk,
      query,
      html`${due === 0 ? none : some}
${recent === 0 ? undefined : html`<p>${people(recent)} had a reminder in the last seven days, and will get none.</p>`}
${stopped === 0 ? undefined : html`<p>${people(stopped)} asked for no reminders, and will get none.</p>`}`,
    );
  });

  app.page(reminds, async ({ clerk, query }) => {
    const numSent = await reminders.remind(await shown(query, clerk));
    return remindPage(
      clerk,
      query,
      numSent === 0
        ? html`<p>Nobody was reminded now: everyone who can be had a reminder in the last seven days.</p>`
        : html`<p>${people(numSent)} will get a reminder in the next minutes.</p>`,
    );
  });

  /** The applications of a list, on all its pages. A mistyped filter must not remind everybody. */
  async function shown(query: ListQuery, clerk: Clerk): Promise<readonly string[]> {
    const problems = problemsOf(query);
    if (problems.length > 0) throw new InvalidError({ list: problems });
    const rows = await officeList.findAll(clerk, searchOf(query, clerk));
    return rows.map(({ id }) => id);
  }
}

function remindPage(clerk: Clerk, query: ListQuery, body: Html) {
  const back = { to: `/office${listAddress(query)}`, words: 'Back to the list' };
  return actPage({ clerk, title: 'Remind applicants', body, back });
}

function people(count: number): string {
  return count === 1 ? '1 applicant' : `${count.toLocaleString('en-US')} applicants`;
}
