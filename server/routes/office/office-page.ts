import { createHash } from 'node:crypto';
import { Html, html } from '#server/adapters/html.ts';
import { logo } from '#server/domain/documents/logo.ts';
import type { Clerk } from '#server/domain/office/office-links.ts';
import type { HtmlPage } from '#server/http/html-page.ts';
import { tenant } from '#tenant/tenant.ts';

export const OFFICE_LOGOUT_PATH = '/office/logout';
export const OFFICE_HELP_PATH = '/office/help';

const { accentLight, accentDark, onAccentLight, onAccentDark } = tenant.colors;

const CSS = `
:root {
  color-scheme: light dark;
  --accent: light-dark(${accentLight}, ${accentDark});
  --on-accent: light-dark(${onAccentLight}, ${onAccentDark});
  --text: light-dark(#1a1d1f, #e6e8ea);
  --quiet: light-dark(#4a5257, #aab2b8);
  --line: light-dark(#d9dddf, #3c4347);
  --paper: light-dark(#ffffff, #16191b);
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 0 1rem 3rem; max-width: 76rem; background: var(--paper); color: var(--text);
  font: 1rem/1.45 Carlito, Calibri, 'Segoe UI', system-ui, sans-serif; overflow-wrap: break-word;
}
a { color: var(--accent); text-underline-offset: 0.15em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.top {
  display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0 1.5rem;
  padding: 1rem 0 0.75rem; border-bottom: 2px solid var(--accent);
}
.top strong, h1.office { font-family: Caladea, Georgia, serif; line-height: 1.2; }
.top strong { color: var(--accent); font-size: 1.1rem; }
.top img { width: 1.75rem; height: 1.75rem; margin-right: 0.5rem; object-fit: contain; vertical-align: middle; }
.top span { color: var(--quiet); }
.top form { display: flex; flex-wrap: wrap; align-items: center; gap: 0 1rem; }
.top button, .links button {
  min-height: 2.75rem; padding: 0; border: 0; background: none; color: var(--accent); font: inherit;
  text-decoration: underline; text-underline-offset: 0.15em; cursor: pointer;
}
.act form { display: grid; gap: 1rem; justify-items: start; max-width: 40rem; margin: 1rem 0; }
.act label { display: block; }
.act form > label { width: 100%; color: var(--quiet); }
.act textarea {
  display: block; width: 100%; margin-top: 0.2rem; padding: 0.6rem; border: 1px solid light-dark(#767f85, #8a9399);
  border-radius: 4px; background: var(--paper); color: var(--text); font: inherit;
}
.act fieldset { margin: 0; padding: 0; border: 0; }
.act legend { padding: 0; }
.act fieldset label { padding: 0.6rem 0; }
h1.office { margin: 1.25rem 0 0.25rem; font-size: 1.75rem; }
.search { margin: 1rem 0; }
.search div { display: flex; flex-wrap: wrap; align-items: end; gap: 0.75rem 1rem; }
.search label { display: grid; gap: 0.2rem; flex: 1 1 13rem; min-width: 0; color: var(--quiet); }
.search input, .search select {
  width: 100%; min-height: 2.75rem; padding: 0 0.6rem; border: 1px solid light-dark(#767f85, #8a9399);
  border-radius: 4px; background: var(--paper); color: var(--text); font: inherit;
}
.search button, .door button, .act form button {
  min-height: 2.75rem; padding: 0 1.5rem; border: 0; border-radius: 4px;
  background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600;
}
.search details { margin-top: 0.75rem; }
summary { min-height: 2.75rem; padding: 0.65rem 0; color: var(--accent); cursor: pointer; }
@supports selector(::details-content) {
  @media (width > 70em) {
    .search summary { display: none; }
    .search details::details-content { content-visibility: visible; }
    .search details label { flex-basis: 9rem; }
  }
}
footer { margin-top: 2.5rem; padding: 0.75rem 0; border-top: 1px solid var(--line); color: var(--quiet); }
footer a { display: inline-block; padding: 0.65rem 0; }
.help { max-width: 46rem; }
.help li { margin-bottom: 0.4rem; }
.links { display: flex; flex-wrap: wrap; gap: 0 1.5rem; margin: 0; padding: 0; list-style: none; }
.links a { display: inline-block; padding: 0.65rem 0; }
.links strong { display: inline-block; padding: 0.65rem 0; }
table { width: 100%; table-layout: fixed; border-collapse: collapse; }
th.number { width: 5.75rem; }
th.username { width: 18%; }
th.program { width: 17%; }
th.term { width: 6.75rem; }
th.status, th.submitted, th.reviewedBy { width: 7rem; }
th, td { padding: 0.6rem 1rem 0.6rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
thead th { color: var(--quiet); font-weight: 400; }
tbody th { font-weight: 600; }
tbody th a { display: inline-block; min-height: 1.75rem; overflow-wrap: anywhere; }
td.number { white-space: nowrap; }
td.number, td.submitted { font-variant-numeric: tabular-nums; }
.new, .unread {
  display: inline-block; padding: 0 0.5rem; border: 1px solid var(--accent); border-radius: 1rem;
  font-size: 0.8125rem; font-weight: 600;
}
.new { background: var(--accent); color: var(--on-accent); }
.unread { color: var(--accent); }
.application .service-view { margin: 0; padding: 1rem 0; }
@media screen { .application .service-view-office { display: none; } }
@media screen and (width <= 70em) {
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  table, tbody { display: block; }
  tbody tr {
    display: grid; grid-template: 'name username number' / minmax(8rem, 1fr) auto auto auto; gap: 0 1rem;
    padding: 0.5rem 0; border-bottom: 1px solid var(--line);
  }
  tbody th, tbody td { padding: 0; border: 0; }
  tbody th { grid-area: name; }
  td.username { grid-area: username; }
  td.number { grid-area: number; text-align: right; }
  td.reviewedBy { grid-area: 1 / 4; max-width: 8rem; }
  td.program { grid-area: 2 / 1 / auto / 2; }
  td.term { grid-area: 2 / 2; }
  td.status, td.submitted { grid-area: 2 / 3; text-align: right; }
  td:not(.username, .number) { overflow: hidden; color: var(--quiet); text-overflow: ellipsis; white-space: nowrap; }
  td.status { max-width: 45vw; }
  td.reviewedBy:empty { display: none; }
  td.reviewedBy::before { content: 'Reviewed: '; }
  tr.submitted td.status { display: none; }
}
@media screen and (width <= 40em) {
  tbody tr { grid-template: 'name name number' / minmax(4rem, 1fr) auto auto; gap: 0 0.75rem; }
  td.username { display: none; }
  td.reviewedBy { grid-area: auto / 1 / auto / -1; max-width: none; }
  /* An address that the office has to call is shown whole. */
  td.username:has(strong) { display: block; grid-area: 3 / 1 / auto / -1; }
}
@media print {
  :root { color-scheme: only light; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  .search, .links, .top button, .application .top, footer { display: none; }
  .links.files { display: block; }
  .files li { display: inline; margin-right: 1.5rem; }
  .files a { padding: 0; color: inherit; text-decoration: none; }
  .files li:first-child { display: none; }
  table { table-layout: auto; font-size: 9pt; }
  th[class] { width: auto; }
  th, td { padding: 0.25rem 0.75rem 0.25rem 0; }
  tr { break-inside: avoid; }
  thead { display: table-header-group; }
  tbody th a { color: inherit; text-decoration: none; }
}
`;

interface OfficePage {
  readonly title: string;
  /** Whose link it is. Left out where nobody is logged in. */
  readonly clerk?: Pick<Clerk, 'name' | 'isSignedIn'>;
  readonly body: Html;
  /** The style sheet of the body. */
  readonly css?: string;
  /** Of the whole page. */
  readonly className?: string;
}

/** Makes a page of the office. It loads nothing, and no script can run in it. */
export function officePage({ title, clerk, body, css = '', className = '' }: OfficePage): HtmlPage {
  const style = css + CSS;
  const hash = createHash('sha256').update(style).digest('base64');
  // Without a referrer, browsers would hide from the server that Log out was pressed on its own page.
  const document = html`<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<meta name="referrer" content="same-origin">
<title>${title} – ${tenant.shortName}</title><style>${new Html(style)}</style></head>
<body class="${className}"><header class="top"><strong><picture><source srcset="${logo.dark}" media="screen and (prefers-color-scheme: dark)"><img src="${logo.light}" alt=""></picture>${tenant.name}, ${tenant.office}</strong>
${clerk === undefined ? undefined : logoutForm(clerk)}</header>
${body}
<footer>${clerk && html`<a href="${OFFICE_HELP_PATH}">How these pages work</a> · `}${tenant.name} runs this application form: <a href="mailto:${tenant.helpEmail}">${tenant.helpEmail}</a></footer></body></html>`;
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'`;
  return { document, policy };
}

function logoutForm({ name, isSignedIn }: Pick<Clerk, 'name' | 'isSignedIn'>): Html {
  // People who use the university's sign-in log out there.
  if (isSignedIn) return html`<span>${name}</span>`;
  return html`<form method="post" action="${OFFICE_LOGOUT_PATH}"><span>${name}</span><button>Log out</button></form>`;
}
