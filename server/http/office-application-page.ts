import { escapeHtml } from '#server/adapters/escape-html.ts';
import type { ListedApplication } from '#server/domain/office/office-list.ts';
import { statusText, whenText } from './office-list-page.ts';

interface ApplicationPage {
  readonly application: ListedApplication;
  /** The application itself, as HTML. */
  readonly article: string;
  readonly documents: readonly { readonly answer_key: string; readonly file_name: string }[];
}

/** Renders one application with the ways to its files, which paper leaves out. */
export function applicationPage({ application, article, documents }: ApplicationPage): string {
  const { id, username, status, submittedAt } = application;
  const address = `/office/applications/${id}`;
  const files = documents.map(
    ({ answer_key: key, file_name: name }) =>
      `<li><a href="${address}/documents/${key}.pdf">${escapeHtml(name)}</a></li>`,
  );
  return `<nav aria-label="Files"><ul class="links"><li><a href="/office">All applications</a></li>
<li><a href="${address}/application.pdf">Application as PDF</a></li>${files.join('')}</ul></nav>
<main><p>${escapeHtml(username)} · ${statusText(status)} ${whenText(submittedAt)}</p>
${article}</main>`;
}
