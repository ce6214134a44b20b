import { html } from '#server/adapters/html.ts';
import { ACCESSIBILITY_PATH } from '#contract/server-paths.ts';
import type { App } from '#server/http/calls.ts';
import { page, smallPage } from '#server/http/html-page.ts';
import { tenant } from '#tenant/tenant.ts';

const { helpEmail, helpPhone, name } = tenant;

const statement = smallPage(
  'Accessibility of this form',
  html`<p>${name} wants everybody to be able to apply here. The form is made to meet the Web Content Accessibility Guidelines 2.2, level AA.</p>
<p>It works with the keyboard alone, with text twice as large, on a screen of 320 pixels, in dark and in forced colors, and with less motion. Programs check every page for this. It was checked as a screen reader reads it, but not yet with a screen reader’s voice.</p>
<p>Nothing is lost if you need more time: the form keeps what you typed, and asks before it logs you out.</p>
<h2>If something keeps you from applying</h2>
<p>Please write to <a href="mailto:${helpEmail}">${helpEmail}</a> or call ${helpPhone}. Tell us which page it is, and what you use, such as a screen reader and its browser.</p>
<p><a href="/about">Back to the form</a></p>`,
);

/** Tells applicants how accessible the form is, and to whom they can report a barrier. */
export function accessibilityRoutes(app: App): void {
  app.page(
    { method: 'GET', path: ACCESSIBILITY_PATH, access: 'public', returns: page },
    async () => statement,
  );
}
