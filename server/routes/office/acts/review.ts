import * as z from 'zod/mini';
import { html, type Html } from '#server/adapters/html.ts';
import type { App } from '#server/http/calls.ts';
import { actOnOne, changedPage, applicationAddress, seenIn, seenField, text, type Offer } from '../act.ts';
import { listAddress } from '../list-query.ts';

const review = { ...actOnOne('review'), form: z.object({ seen: text, isReviewed: text }) } as const;

/** The button that marks what is shown, or takes the mark away. */
export function offerReview({ listed, address }: Offer): Html | undefined {
  const { id, submitted, reviewedBy } = listed;
  if (submitted === null) return undefined;
  const [next, words] = reviewedBy === null ? ['yes', 'Mark as reviewed'] : ['no', 'Not reviewed after all'];
  return html`<form method="post" action="/office/applications/${id}/review${address}">${seenField(listed)}<input type="hidden" name="isReviewed" value="${next}"><button>${words}</button></form>`;
}

export function reviewRoutes(app: App): void {
  const { reviews, officeList } = app.context;

  app.page(review, async ({ clerk, params: { id }, query, form }) => {
    const listed = await officeList.get(clerk, id);
    const submittedAt = seenIn(form);
    const outcome =
      submittedAt === null
        ? 'changed'
        : await reviews.mark(clerk.name, id, { submittedAt, isReviewed: form.isReviewed === 'yes' });
    if (outcome === 'changed') return changedPage(clerk, listed, listAddress(query));
    // The page says by whom, also if somebody else was faster.
    return { redirect: applicationAddress(id, query) };
  });
}
