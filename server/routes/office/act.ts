import * as z from 'zod/mini';
import { html, type Html } from '#server/adapters/html.ts';
import { columns } from '#server/domain/office/columns.ts';
import type { Clerk } from '#server/domain/office/office-links.ts';
import type { ListedApplication } from '#server/domain/office/office-list.ts';
import { page, type HtmlPage } from '#server/http/html-page.ts';
import { listAddress, listQuery, type ListQuery } from './list-query.ts';
import { officePage } from './office-page.ts';
import { refusalPage } from './refusals.ts';

/** The application that an act is offered on. */
export interface Offer {
  readonly listed: ListedApplication;
  /** The query that keeps the search. */
  readonly address: string;
}

/** A field of a form. One that is missing counts as blank. */
export const text = z._default(z.string(), '');

/** What all pages of an act have in common: who acts, and that a refusal keeps what was written. */
export const act = {
  method: 'POST',
  access: 'office act',
  returns: page,
  refusal: refusalPage,
  isAudited: true,
  query: listQuery,
} as const;

/** The same for an act on one application, at this place below its page. */
export function actOnOne<const Name extends string>(name: Name) {
  return { ...act, path: `/office/applications/:id/${name}`, params: z.object({ id: z.uuid() }) } as const;
}

/** The page that asks before an act. */
export function asks<P extends object>(posts: P) {
  return { ...posts, method: 'GET', form: undefined } as const;
}

/** The address of an application, with the search that it was found by. */
export function applicationAddress(id: string, query: ListQuery): string {
  return `/office/applications/${id}${listAddress(query)}`;
}

/** The field that says which submission the clerk has looked at; blank for a draft. */
export function seenField({ submitted }: ListedApplication): Html {
  return html`<input type="hidden" name="seen" value="${submitted?.toISOString() ?? ''}">`;
}

/** Reads that field. A time that nobody can read fits no submission. */
export function seenIn({ seen }: { readonly seen: string }): Date | null {
  return seen === '' ? null : new Date(seen);
}

interface ActPage {
  readonly clerk: Clerk;
  readonly title: string;
  /** Says what was wrong, or what became of it. */
  readonly message?: string | undefined;
  readonly body: Html;
  /** Where the clerk came from. */
  readonly back: { readonly to: string; readonly words: string };
  readonly status?: number;
}

/** Renders a page that asks for an act, or says what became of one. */
export function actPage({ clerk, title, message, body, back, status }: ActPage): HtmlPage {
  const { document, policy = '' } = officePage({
    title,
    clerk,
    body: html`<main class="act"><h1 class="office">${title}</h1>
${message && html`<p role="alert"><strong>${message}</strong></p>`}
${body}
<ul class="links"><li><a href="${back.to}">${back.words}</a></li></ul></main>`,
  });
  return { document, policy, ...(status !== undefined && { status }) };
}

/** For an application that has changed since the clerk opened it. */
export function changedPage(clerk: Clerk, { id, number }: ListedApplication, address: string): HtmlPage {
  return actPage({
    clerk,
    title: columns.number.text(number),
    message: CHANGED,
    body: html``,
    back: { to: `/office/applications/${id}${address}`, words: 'Read the application' },
    status: 409,
  });
}

export const CHANGED =
  'Nothing was done: the application was submitted or reopened since you opened it. Please read it again.';
