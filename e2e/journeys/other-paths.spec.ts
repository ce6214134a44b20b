import { expect, type Page } from 'playwright/test';
import { test } from '../support/test.ts';

const OTHER = [
  '/Education',
  '/education/',
  '/LOGIN',
  '/Completion',
  '/final-steps/more',
  '/apply.html',
  '/no-such-page',
  '/%65ducation',
  '/',
];

for (const [index, path] of OTHER.entries())
  test(`${path} leads to the default route with its query, with a session and without${index < 3 ? ' @slow' : ' @long'}`, async ({
    page,
    applicant,
    server,
  }) => {
    await applicant.opens(`${path}?utm_source=fair&n=1`);
    await expect(page).toHaveURL(`${server.url}/about?utm_source=fair&n=1`);
    await applicant.hasASession();
    const saved = page.waitForRequest(
      (request) => request.method() === 'PUT' && request.url().endsWith('/api/last-page'),
    );
    await applicant.opens(`${path}?utm_source=fair&n=1`);
    await expect(page).toHaveURL(`${server.url}/about?utm_source=fair&n=1`);
    expect((await saved).postDataJSON()).toEqual({ last_page: '/about' });
  });

/** Notes the headings of all pages that are ever painted from now on. */
async function notesHeadings(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const seen = new Set<string>();
    const note = () => {
      const heading = document.querySelector('h1');
      if (heading?.checkVisibility() === true) seen.add(heading.textContent);
      requestAnimationFrame(note);
    };
    note();
    Object.assign(window, { seen });
  });
  return () => page.evaluate(() => [...(Reflect.get(window, 'seen') as Set<string>)]);
}

test('an applicant who has submitted and goes back never sees the form', async ({ page, applicant }) => {
  await applicant.hasACompleteDraft();
  await applicant.opens('/final-steps');
  await applicant.presses('Submit');
  await applicant.isAt('/completion');
  const headings = await notesHeadings(page);
  // As the browser's own buttons do within a page.
  for (const path of ['/about', '/education', '/final-steps']) {
    await page.evaluate((to) => {
      history.pushState({}, '', to);
      dispatchEvent(new PopStateEvent('popstate', { state: {} }));
    }, path);
    await applicant.isAt('/completion');
  }
  expect(await headings()).not.toContain('About You');
  expect(await headings()).not.toContain('Education');
  expect(await headings()).not.toContain('Final Steps');
});
