import { questionFor } from '#form/form.ts';
import { componentTitleOf } from '#form/stored-keys.ts';
import { html, type Html } from '#server/adapters/html.ts';
import { columns } from '#server/domain/office/columns.ts';
import type { Around, ListedApplication } from '#server/domain/office/office-list.ts';
import type { Twin } from '#server/domain/office/same-person.ts';
import { mailTrouble, type LateSince } from './list-page.ts';

const SAME: Readonly<Record<Twin['same'], string>> = {
  name: 'name and birth date',
  ssn: 'Social Security number and birth date',
};

interface ApplicationPage {
  readonly listed: ListedApplication;
  /** The application itself. */
  readonly article: Html;
  readonly around: Around;
  readonly lateSince: LateSince;
  /** What a draft lacks: "14 answers missing on About You", `''` if nothing. */
  readonly missing: string;
  /** Keeps the search in the addresses. */
  readonly address: string;
  /** What the clerk may do with it. */
  readonly acts: Html | undefined;
  /** Other applications that are perhaps of the same person. */
  readonly twins: readonly Twin[];
  readonly files: readonly { readonly answer_key: string; readonly file_name: string }[];
}

/** What a document is: "Unofficial transcript, College 2". */
export function documentLabel(key: string): string {
  return [questionFor(key)?.label ?? key, componentTitleOf(key).replace(/: $/, '')]
    .filter(Boolean)
    .join(', ');
}

/** Renders one application with its files and what has become of it. Whatever the document itself says is not repeated. */
export function applicationPage({
  listed,
  article,
  files,
  acts,
  around,
  lateSince,
  missing,
  twins,
  address,
}: ApplicationPage): Html {
  const { id, reviewedBy } = listed;
  const path = `/office/applications/${id}`;
  const links = files.map(
    ({ answer_key: key, file_name: name }) =>
      html`<li><a href="${path}/documents/${key}.pdf">${documentLabel(key)} (<span translate="no">${name}</span>)</a></li>`,
  );
  const neighbor = (other: string | null, words: string) =>
    other === null
      ? undefined
      : html`<li><a href="/office/applications/${other}${address}">${words}</a></li>`;
  const states = [
    mailTrouble(listed, lateSince),
    reviewedBy === null ? undefined : html`Reviewed by ${reviewedBy}`,
    missing === '' ? undefined : html`${missing}`,
  ].filter((one) => one !== undefined);
  const state =
    states.length > 0
      ? html`<p>${states.map((one, at) => html`${at > 0 ? ' · ' : ''}${one}`)}</p>`
      : undefined;
  return html`<nav aria-label="List"><ul class="links"><li><a href="/office${address}">All applications</a></li>
${neighbor(around.previous, 'Previous')}${neighbor(around.next, 'Next')}</ul></nav>
<nav aria-label="Files"><ul class="links files"><li><a href="${path}/application.pdf">Application as PDF</a></li>${links}</ul></nav>
${acts}
<main>${state}
${twins.map(({ id: other, serial, same }) => html`<p><strong>Perhaps the same person:</strong> <a href="/office/applications/${other}">${columns.number.text(serial)}</a> has the same ${SAME[same]}.</p>`)}
${article}</main>`;
}
