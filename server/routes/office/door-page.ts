import { html } from '#server/adapters/html.ts';
import type { HtmlPage } from '#server/http/html-page.ts';
import { officePage } from './office-page.ts';

export const OFFICE_ENTER_PATH = '/office/enter';

/** Renders what a link opens before its session: programs that scan mails open links, too, and press nothing. */
export function doorPage(name: string, query: string): HtmlPage {
  return officePage({
    title: 'For the office',
    body: html`<main><h1 class="office">For the office</h1><p>What you open is recorded under this name.</p>
<form class="door" method="post" action="${OFFICE_ENTER_PATH}${query}"><button>Open as ${name}</button></form></main>`,
  });
}
