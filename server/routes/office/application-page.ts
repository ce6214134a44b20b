import { html, type Html } from '#server/adapters/html.ts';
import type { ListedApplication } from '#server/domain/office/office-list.ts';
import { statusText, whenText } from './list-page.ts';

interface ApplicationPage {
  readonly listed: ListedApplication;
  /** The application itself. */
  readonly article: Html;
  readonly files: readonly { readonly answer_key: string; readonly file_name: string }[];
}

/** Renders one application with the ways to its files, which paper leaves out. */
export function applicationPage({ listed, article, files }: ApplicationPage): Html {
  const { id, username, status, submittedAt } = listed;
  const address = `/office/applications/${id}`;
  const links = files.map(
    ({ answer_key: key, file_name: name }) =>
      html`<li><a href="${address}/documents/${key}.pdf">${name}</a></li>`,
  );
  return html`<nav aria-label="Files"><ul class="links"><li><a href="/office">All applications</a></li>
<li><a href="${address}/application.pdf">Application as PDF</a></li>${links}</ul></nav>
<main><p>${username} · ${statusText(status)} ${whenText(submittedAt)}</p>
${article}</main>`;
}
