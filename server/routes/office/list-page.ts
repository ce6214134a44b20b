import { webStatuses } from '#contract/web-status-values.ts';
import { closingDay } from '#form/closing.ts';
import { html, type Html } from '#server/adapters/html.ts';
import { refusalText } from '#server/adapters/mail-reply.ts';
import { looksLikeNumber, serialOf } from '#server/domain/ground/application-number.ts';
import { columns, shownKeys, sortKeys, STATUS, type ColumnKey } from '#server/domain/office/columns.ts';
import { ROWS_PER_PAGE, type ListedApplication } from '#server/domain/office/office-list.ts';
import { isCovered, programCodes, type Rights } from '#server/domain/office/rights.ts';
import { isVisible, LEFT_OUT } from '#server/domain/office/visible.ts';
import { whenText } from '#server/domain/office/when.ts';
import { tenant } from '#tenant/tenant.ts';
import { offerRemind } from './acts/remind.ts';
import { listAddress, problemsOf, TEXT_MAX_CHARS, type ListQuery } from './list-query.ts';

/** An entry term that closes, or has closed. */
export interface Closing {
  readonly label: string;
  readonly closes: string;
  readonly hasClosed: boolean;
  readonly numDrafts: number;
}

/** Since when a mail to an address waits for the mail server. */
export type LateSince = ReadonlyMap<string, Date>;

interface ListPage {
  readonly rights: Rights;
  readonly closing?: Closing | undefined;
  readonly query: ListQuery;
  readonly total: number;
  readonly rows: readonly ListedApplication[];
  /** What each draft lacks, by its id: "14 answers missing". */
  readonly missing: ReadonlyMap<string, string>;
  readonly newSince: Date | null;
  /** How many were submitted since then. */
  readonly numNew: number;
  /** How many submissions the clerk has not read, and which of those that are shown. */
  readonly numUnread: number;
  readonly unread: ReadonlySet<string>;
  /** The mails that the mail server has not taken yet. */
  readonly mail: {
    readonly late: { readonly count: number; readonly since: Date } | undefined;
    readonly lateSince: LateSince;
  };
}

/** Renders the list: search, what is new, one page of applications. */
export function listPage(list: ListPage): Html {
  const { query, rights, total, rows, newSince, numNew, numUnread, closing, mail } = list;
  const first = (query.page - 1) * ROWS_PER_PAGE;
  const count =
    total === 0
      ? 'No application fits.'
      : rows.length === total
        ? `${numbered(total)} ${total === 1 ? 'application' : 'applications'}.`
        : `${numbered(first + 1)} to ${numbered(first + rows.length)} of ${numbered(total)} applications.`;
  const wrong = total > 0 ? [] : query.q.split(/\s+/u).filter(isMistyped);
  const hints = [
    ...problemsOf(query),
    ...wrong.map(
      (word) => `${word} is not an application number. Please check it: one of its signs is wrong.`,
    ),
  ].map((sentence) => html`<p>${sentence}</p>`);
  return html`<main><h1 class="office">Applications</h1>
${searchForm(query, rights)}
${hints}
<ul class="links">${unreadLink(numUnread)}${newLinks(query, newSince, numNew)}${rights.mayAct ? html`<li>${offerRemind(listAddress({ ...query, page: 1 }))}</li>` : undefined}</ul>
${LEFT_OUT === '' ? '' : html`<p>${LEFT_OUT}</p>`}
${closing && closingLine(closing)}
${mail.late && lateLine(mail.late)}
<p role="status">${count}</p>
${rows.length === 0 ? '' : table(list, listAddress({ ...query, page: 1 }))}
<nav aria-label="Pages"><ul class="links">${pageLinks(query, total)}</ul></nav></main>`;
}

function closingLine({ label, closes, hasClosed, numDrafts }: Closing): Html {
  const drafts = numDrafts === 1 ? '1 application' : `${numbered(numDrafts)} applications`;
  const verb = numDrafts === 1 ? 'is' : 'are';
  const day = `${closingDay(closes)}, ${closes.slice(0, 4)}`;
  return html`<p>${label} ${hasClosed ? 'closed' : 'closes'} on ${day}. ${drafts} for it ${verb} not submitted.</p>`;
}

function lateLine({ count, since }: { readonly count: number; readonly since: Date }): Html {
  const mails = count === 1 ? '1 mail' : `${numbered(count)} mails`;
  return html`<p><strong>Mail is waiting since ${whenText(since)}:</strong> the mail server has not taken ${mails}.
They are sent when it does. Please tell whoever runs the server.</p>`;
}

function isMistyped(word: string): boolean {
  return looksLikeNumber(word) && serialOf(word) === undefined;
}

const MARKS = {
  unread: 'Not read by you',
  unreviewed: 'Not reviewed',
  reviewed: 'Reviewed',
} as const satisfies Record<Exclude<ListQuery['mark'], ''>, string>;

function searchForm(query: ListQuery, rights: Rights): Html {
  const { q, program, term, status, mark, new: isNew, from, to, sort } = query;
  const programs = tenant.programs.flatMap(({ value, label, majors }) => {
    const codes = [
      { code: value, words: `${label}: all` },
      ...majors.map((major) => ({ code: `${value}/${major.value}`, words: major.label })),
    ].filter(({ code }) => isCovered(code, rights));
    const options = codes.map(({ code, words }) => option(code, words, program));
    return options.length === 0 ? [] : [html`<optgroup label="${label}">${options}</optgroup>`];
  });
  const terms = tenant.entryTerms.map(({ value, label }) => option(value, label, term));
  const statuses = webStatuses.toReversed().map((one) => option(one, STATUS[one], status));
  const sorts = sortKeys.map((key) => option(key, columns[key].sort?.title ?? '', sort));
  const isFiltered = [program, term, status, mark, from, to, sort].some((part) => part !== '');
  return html`<form class="search" role="search" action="/office">
<div><label>Name, e-mail or number <input type="search" name="q" maxlength="${TEXT_MAX_CHARS}" value="${q}"></label><button>Search</button></div>
<details${isFiltered ? ' open' : ''}><summary>Filters and order</summary><div>
${filter('program_type', 'Program', 'program', [option('', 'All programs', program), ...programs, ...unknown(program, programCodes)])}
${filter('entry_term', 'Entry term', 'term', [option('', 'All terms', term), ...terms, ...unknown(term, termsOffered)])}
<label>Status <select name="status">${option('', 'Any status', status)}${statuses}</select></label>
<label>Read and reviewed <select name="mark">${option('', 'All', mark)}${Object.entries(MARKS).map(([one, words]) => option(one, words, mark))}</select></label>
<label>Submitted from <input type="date" name="from" value="${from}"></label>
<label>Submitted to <input type="date" name="to" value="${to}"></label>
<label>Order <select name="sort">${option('', 'Latest first', sort)}${sorts}</select></label></div></details>
${isNew === '' ? '' : html`<input type="hidden" name="new" value="1">`}</form>`;
}

const termsOffered: ReadonlySet<string> = new Set(tenant.entryTerms.map(({ value }) => value));

/** A kept address can have a code that is offered no longer: the choice says so. */
function unknown(code: string, offered: ReadonlySet<string>): readonly Html[] {
  return code === '' || offered.has(code) ? [] : [option(code, `${code} (not offered now)`, code)];
}

/** A filter by a question that the office may see. */
function filter(key: string, label: string, name: string, options: readonly Html[]): Html | undefined {
  return isVisible(key)
    ? html`<label>${label} <select name="${name}">${options}</select></label>`
    : undefined;
}

function option(value: string, label: string, chosen: string): Html {
  return html`<option value="${value}"${value === chosen ? ' selected' : ''}>${label}</option>`;
}

/** Counts and leads to all that the clerk may read, whatever is being searched for. */
function unreadLink(numUnread: number): Html | undefined {
  return numUnread === 0
    ? undefined
    : html`<li><a href="/office?mark=unread">${numbered(numUnread)} unread</a></li>`;
}

function newLinks(query: ListQuery, newSince: Date | null, numNew: number): Html {
  const address = listAddress({ ...query, page: 1 });
  const saved = (path: string, words: string, form: string) =>
    html`<a href="/office/${path}${address}" aria-label="${words} as ${form}">${form}</a>`;
  const [list, answers] = ['Save this list', 'Save it with all answers'];
  const csv = html`<li>${list} as ${saved('applications.xlsx', list, 'Excel')}, ${saved('applications.csv', list, 'CSV')}</li>
<li>with all answers as ${saved('answers.xlsx', answers, 'Excel')}, ${saved('answers.csv', answers, 'CSV')}</li>
<li><a href="/office/applications.zip${address}">All PDFs as ZIP</a></li>`;
  if (newSince === null) return csv;
  const since = `since your last visit on ${whenText(newSince)}`;
  const news =
    query.new === '1'
      ? html`<li><strong>New ${since}</strong></li><li><a href="/office${listAddress({ ...query, new: '', page: 1 })}">Show all</a></li>`
      : numNew === 0
        ? html`<li><strong>Nothing new ${since}</strong></li>`
        : html`<li><a href="/office${listAddress({ ...query, new: '1', page: 1 })}">${numbered(numNew)} new ${since}</a></li>`;
  return html`${news}${csv}`;
}

function table({ rows, missing, unread, newSince, mail: { lateSince } }: ListPage, address: string): Html {
  const cellOf = (row: ListedApplication, key: ColumnKey) => {
    const text = columns[key].text(row[key]);
    if (key === 'name') {
      const isNew = newSince !== null && row.submitted !== null && row.submitted > newSince;
      return html`<th role="rowheader" scope="row"><a href="/office/applications/${row.id}${address}" dir="auto"${text && html` translate="no"`}>${text || 'No name yet'}</a>${isNew ? html` <span class="new">New</span>` : ''}${unread.has(row.id) ? html` <span class="unread">Unread</span>` : ''}</th>`;
    }
    if (key === 'status' && missing.has(row.id))
      return html`<td role="cell" class="status">${row.status === 'validating' ? 'Not submitted' : text}<br>${missing.get(row.id)}</td>`;
    return html`<td role="cell" class="${key}">${key === 'username' ? html`<span translate="no">${text}</span>${mailTrouble(row, lateSince)}` : text}</td>`;
  };
  const lines = rows.map(
    (row) =>
      html`<tr role="row" class="${row.status ?? ''}">${shownKeys.map((key) => cellOf(row, key))}</tr>`,
  );
  const headings = shownKeys.map(
    (key) => html`<th role="columnheader" scope="col" class="${key}">${columns[key].title}</th>`,
  );
  // With roles: as a grid, on a narrow screen, a table loses its own.
  return html`<table role="table"><thead role="rowgroup"><tr role="row">${headings}</tr></thead><tbody role="rowgroup">${lines}</tbody></table>`;
}

function pageLinks(query: ListQuery, total: number): readonly (Html | undefined)[] {
  const last = Math.ceil(total / ROWS_PER_PAGE);
  const to = (page: number, words: string) =>
    page < 1 || page > last
      ? undefined
      : html`<li><a href="/office${listAddress({ ...query, page })}">${words}</a></li>`;
  return [
    to(query.page > 2 ? 1 : 0, 'First page'),
    to(query.page - 1, 'Previous page'),
    to(query.page + 1, 'Next page'),
    to(query.page < last - 1 ? last : 0, 'Last page'),
  ];
}

/** Says that mails do not arrive, so that the office calls instead. */
export function mailTrouble(
  { mailRefusal, username }: ListedApplication,
  lateSince: LateSince,
): Html | undefined {
  const since = lateSince.get(username);
  if (since !== undefined) return html` <strong>mail is waiting since ${whenText(since)}</strong>`;
  return mailRefusal === '' ? undefined : html` <strong>${refusalText(mailRefusal)}</strong>`;
}

const numbered = (count: number) => count.toLocaleString('en-US');
