import * as z from 'zod/mini';
import { linkSecret } from '#contract/link-secret.ts';
import { html } from '#server/adapters/html.ts';
import { UNSUBSCRIBE_PATH } from '#server/domain/accounts/reminders.ts';
import { NotFoundError, type RefusalError } from '#server/domain/ground/errors.ts';
import type { App } from '#server/http/calls.ts';
import { page, smallPage } from '#server/http/html-page.ts';

/** A mail program may have written "&" as in HTML. */
const parameters = z.pipe(
  z.transform((query: object) =>
    Object.fromEntries(Object.entries(query).map(([name, value]) => [name.replace(/^amp;/, ''), value])),
  ),
  z.strictObject({ id: linkSecret, signature: linkSecret }),
);

const link = {
  path: UNSUBSCRIBE_PATH,
  access: 'token',
  query: parameters,
  isLimited: false,
  returns: page,
  refusal: (error: RefusalError) =>
    error instanceof NotFoundError
      ? DEAD_LINK
      : smallPage('Please try again in a moment', html`<p>${error.message}</p>`),
} as const;

const DEAD_LINK = smallPage(
  'This link does not work',
  html`<p>It is incomplete, or too old. Please use the link in the newest reminder.</p>`,
);

/**
 * Ends reminders through the link in each of them. Not a call of the contract. GET changes nothing, because mail
 * scanners open every link. The page's button, or the mail program's own (RFC 8058), posts.
 */
export function unsubscribeRoutes(app: App): void {
  const { reminders } = app.context;

  app.page({ ...link, method: 'GET' }, async ({ query }) => {
    reminders.check(query);
    return smallPage(
      'Reminders about your application',
      html`<p>Do you want no more reminders about your unfinished application? Your application stays as it is.</p><form method="post"><button style="font: inherit; min-height: 44px; padding: 0 1.5rem">Stop reminders</button></form>`,
    );
  });

  app.page({ ...link, method: 'POST', isForOtherSites: true }, async ({ query, network }) => {
    await app.inTurn(reminders.check(query), () => reminders.optOut(query, network));
    return smallPage(
      'No more reminders',
      html`<p>You will get no more reminders. Your application stays as it is.</p>`,
    );
  });
}
