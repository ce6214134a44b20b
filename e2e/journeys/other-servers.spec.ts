import { expect } from 'playwright/test';
import { test } from '../support/test.ts';

/** Another server may keep its marker cookie after a session has ended, and may be busy for a moment. */

test('an ended session keeps nobody from the form, although the server leaves its marker', async ({
  page,
  context,
  applicant,
}) => {
  await applicant.comesLoggedIn();
  await applicant.reads(/Saved/);
  // The session ends with the save: an earlier call would lead away before anything is typed.
  let hasEnded = false;
  await page.route('**/api/**', (route) => {
    hasEnded ||= route.request().url().endsWith('/api/answer');
    const ended = { status: 401, json: { message: 'Your session has ended.' } };
    return hasEnded ? route.fulfill(ended) : route.continue();
  });
  await applicant.answers('City', 'Scranton');
  await applicant.isAt('/login');
  await applicant.reads('Your session is invalid. Please clear your cookies and login again.');
  expect((await context.cookies()).filter(({ httpOnly }) => !httpOnly)).toEqual([]);
  await applicant.opens('/about');
  await applicant.isAt('/about');
  await expect(page.locator('[name=city]')).toHaveValue('');
});

test('the same holds after a reload that finds the session ended, and after a logout @long', async ({
  page,
  context,
  applicant,
}) => {
  await applicant.comesLoggedIn();
  const markers = (await context.cookies()).filter(({ httpOnly }) => !httpOnly);
  await page.route('**/api/logout', (route) => route.fulfill({ json: { message: 'Bye.' } }));
  await applicant.logsOut();
  expect((await context.cookies()).filter(({ httpOnly }) => !httpOnly)).toEqual([]);
  await context.clearCookies();
  await context.addCookies(markers);
  await applicant.opens('/about');
  await applicant.isAt('/login');
  await applicant.opens('/about');
  await applicant.isAt('/about');
});

test('a start waits for a server that is busy for a moment, with the spinner @long', async ({
  page,
  applicant,
}) => {
  await applicant.hasASession();
  let busy = 2;
  await page.route('**/api/profile', async (route) => {
    busy -= 1;
    if (busy < 0) return route.continue();
    return route.fulfill({
      status: 503,
      headers: { 'retry-after': '1' },
      json: { message: 'We are starting.' },
    });
  });
  await applicant.opens('/about');
  await applicant.answers('City', 'Scranton');
  await applicant.reads(/Saved to your account/);
  expect(busy).toBeLessThan(0);
});

test('the view of a service user waits for a busy server, too @long', async ({ page, applicant }) => {
  let busy = 1;
  await page.route('**/service/tmp-pdf?*', (route) => {
    busy -= 1;
    if (busy < 0)
      return route.fulfill({
        json: { answer: { first_name: 'Ottilie' }, add_another: {}, document_answer: {}, tabs: {} },
      });
    return route.fulfill({ status: 429, headers: { 'retry-after': '1' }, json: { message: 'Too many.' } });
  });
  await applicant.opens('/about?service_token=some-token');
  await applicant.reads('Ottilie');
});
