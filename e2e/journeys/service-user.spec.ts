import { expect, type Page } from 'playwright/test';
import { admin } from '../support/server.ts';
import { test } from '../support/test.ts';
import { workerIsReady } from '../support/worker.ts';

/** What a service user never sees (specification §1). */
const NEVER = [
  'a, button, input, select, textarea, summary, hr, header, footer, nav',
  '[role=separator], [role=alert], [role=dialog], [role=alertdialog], .ui-notice',
].join(', ');

/** Whatever of these the page has shown since it was opened. */
async function watch(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.addInitScript((never) => {
    const met = new Set<string>();
    new MutationObserver(() => {
      for (const found of document.querySelectorAll(`#root :is(${never})`)) met.add(found.outerHTML);
    }).observe(document, { childList: true, subtree: true });
    Reflect.set(globalThis, 'met', () => [...met]);
  }, NEVER);
  return () => page.evaluate<string[]>('met()');
}

const answers = { json: { message: 'Broken.' } };

for (const { state, status, heading } of [
  { state: 'a link that is refused', status: 404, heading: 'This link is not valid or has expired.' },
  { state: 'a server that fails', status: 500, heading: 'Something went wrong.' },
])
  test(`a service user sees no control and no notice: ${state} @slow`, async ({ page, server }) => {
    const met = await watch(page);
    await page.route('**/service/tmp-pdf?*', (route) => route.fulfill({ status, ...answers }));
    await page.route('**/public/banner*', (route) => route.fulfill({ json: { text: 'Closed on Sunday.' } }));
    await page.goto(`${server.url}/about?service_token=any`);
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    expect(await met()).toEqual([]);
  });

test('a service user sees neither in the application, which has no separators, nor while it loads @long', async ({
  page,
  context,
  applicant,
  server,
}) => {
  await applicant.hasACompleteDraft();
  const { search } = new URL(await admin(server, 'service-link', applicant.email));
  await context.clearCookies();
  const met = await watch(page);
  await page.goto(`${server.url}/login${search}`);
  await expect(page.getByText('Öztürk-O’Neill').first()).toBeVisible();
  await expect(page).toHaveURL(`${server.url}/about${search}`);
  await workerIsReady(page);
  expect(await met()).toEqual([]);
  const lines = await page
    .locator('.service-view, .service-view *')
    .evaluateAll((parts) =>
      parts
        .filter((part) => /[1-9]/.test(getComputedStyle(part).borderBlockWidth))
        .map(({ tagName }) => tagName),
    );
  expect(lines).toEqual([]);
});
