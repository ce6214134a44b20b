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

/** Renders one application with the ways to its files, which paper leaves out. */
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
  const { id, number, username, status, submitted, reviewedBy } = listed;
  const path = `/office/applications/${id}`;
  const links = files.map(
    ({ answer_key: key, file_name: name }) =>
      html`<li translate="no"><a href="${path}/documents/${key}.pdf">${name}</a></li>`,
  );
  const neighbor = (other: string | null, words: string) =>
    other === null
      ? undefined
      : html`<li><a href="/office/applications/${other}${address}">${words}</a></li>`;
  return html`<nav aria-label="List"><ul class="links"><li><a href="/office${address}">All applications</a></li>
${neighbor(around.previous, 'Previous')}${neighbor(around.next, 'Next')}</ul></nav>
<nav aria-label="Files"><ul class="links"><li><a href="${path}/application.pdf">Application as PDF</a></li>${links}</ul></nav>
${acts}
<main><p>${columns.number.text(number)} · <span translate="no">${username}</span>${mailTrouble(listed, lateSince)} · ${columns.status.text(status)} ${columns.submitted.text(submitted)}${reviewedBy === null ? '' : ` · Reviewed by ${reviewedBy}`}${missing && ` · ${missing}`}</p>
${twins.map(({ id: other, serial, same }) => html`<p><strong>Perhaps the same person:</strong> <a href="/office/applications/${other}">${columns.number.text(serial)}</a> has the same ${SAME[same]}.</p>`)}
${article}</main>`;
}
