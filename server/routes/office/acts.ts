import { html, type Html } from '#server/adapters/html.ts';
import type { App } from '#server/http/calls.ts';
import type { Offer } from './act.ts';
import { deleteRoutes, offerDelete } from './acts/delete.ts';
import { remindRoutes } from './acts/remind.ts';
import { offerReopen, reopenRoutes } from './acts/reopen.ts';
import { offerReview, reviewRoutes } from './acts/review.ts';

/** Each adds the pages of one act. */
export const actRoutes: readonly ((app: App) => void)[] = [
  reviewRoutes,
  reopenRoutes,
  remindRoutes,
  deleteRoutes,
];

/** The acts on one application, in the order of its page. */
const offers: readonly ((offer: Offer) => Html | undefined)[] = [offerReview, offerReopen, offerDelete];

/** What can be done with an application. */
export function offered(offer: Offer): Html {
  const acts = offers.flatMap((make) => make(offer) ?? []);
  return html`<nav aria-label="Acts"><ul class="links">${acts.map((one) => html`<li>${one}</li>`)}</ul></nav>`;
}
