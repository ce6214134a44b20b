import { expect } from 'playwright/test';
import { tenant } from '#tenant/tenant.ts';
import { test } from '../support/test.ts';
import { workerIsReady } from '../support/worker.ts';

for (const [index, by] of (['the server', 'the worker'] as const).entries())
  test(`any other path leads to the form and keeps the query, answered by ${by}${index < 1 ? ' @slow' : ' @long'}`, async ({
    page,
    server,
    applicant,
  }) => {
    if (by === 'the worker') {
      await applicant.opens('/about');
      await workerIsReady(page);
    }
    for (const path of ['/nowhere/at/all', '/apply.html', '/apply.js', '/assets.html']) {
      await page.goto(`${server.url}${path}?utm=1`);
      await expect(page).toHaveURL(`${server.url}/about?utm=1`);
      await expect(page.getByRole('heading', { level: 1, name: 'About You' })).toBeVisible();
    }
  });

test('the links of the navigation replace the page in the history @long', async ({ page, applicant }) => {
  await applicant.opens('/about');
  const length = await page.evaluate(() => history.length);
  for (const [name, path] of [
    ['Education', '/education'],
    ['Final Steps', '/final-steps'],
    ['About You', '/about'],
  ] as const) {
    await page.getByRole('link', { name }).click();
    await applicant.isAt(path);
  }
  expect(await page.evaluate(() => history.length)).toBe(length);
});

test('without answers a visitor may look around, with answers the links lead to sign up', async ({
  page,
  applicant,
}) => {
  await applicant.opens('/about');
  await applicant.reads(tenant.texts.welcome.heading);
  await applicant.presses('Continue');
  await applicant.isAt('/education');
  await page.getByRole('navigation').getByRole('link', { name: 'About You' }).click();
  await applicant.answers('First name', 'Ann');
  await page.getByRole('navigation').getByRole('link', { name: 'Education' }).click();
  await applicant.isAt('/signup');
  await applicant.opens('/final-steps');
  await applicant.presses('Submit');
  await applicant.isAt('/signup');
  await applicant.opens('/about');
  await applicant.presses('Save');
  await applicant.isAt('/signup');
});

test('Enter in a field sends nothing, and a browser that fills a form fills one section @long', async ({
  page,
  applicant,
}) => {
  await applicant.opens('/about');
  const sections = await page.evaluate(() =>
    [...document.querySelectorAll('main [name]:not([name=""]):is(input, select, textarea)')].map((field) => [
      field.closest('section')?.id,
      'form' in field && field.form instanceof HTMLFormElement ? field.form.id : undefined,
    ]),
  );
  expect(sections.length).toBeGreaterThan(25);
  for (const [section, form] of sections) expect(form).toBe(`${section}-form`);
  await applicant.answers('First name', 'Zoë');
  await page.locator('[name=first_name]').press('Enter');
  await applicant.isAt('/about');
  await applicant.hasAnswered('First name', 'Zoë');
});

test('Enter in a box of one line goes to the next field, past what is not asked, and never leaves the page @slow', async ({
  page,
  applicant,
}) => {
  await applicant.opens('/about');
  const box = (name: string) => page.locator(`[name=${name}]`);
  await box('first_name').focus();
  // In Safari, the Enter that ends a composition looks so.
  await box('first_name').evaluate((input) =>
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true })),
  );
  await expect(box('first_name')).toBeFocused();
  for (const next of ['middle_name', 'last_name', 'preferred_name']) {
    await page.keyboard.press('Enter');
    await expect(box(next)).toBeFocused();
    await expect(box(next)).toHaveAttribute('enterkeyhint', 'next');
  }
  // A list or a long text has its own Enter. A radio group is entered at its one stop.
  await box('ssn').focus();
  await page.keyboard.press('Enter');
  await expect(box('phone_home')).toBeFocused();
  await page.keyboard.press('Shift+Enter');
  await expect(box('phone_home')).toBeFocused();
  await box('birth_date-year').focus();
  await expect(box('birth_date-year')).toHaveAttribute('enterkeyhint', 'next');
  await page.keyboard.press('Enter');
  await expect(page.locator('#gender').locator('select, input').first()).toBeFocused();
  await applicant.opens('/final-steps');
  await box('alumni_email').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('checkbox', { name: /^I certify/ })).toBeFocused();
  await applicant.isAt('/final-steps');
});

test('a sentence says that files and more colleges need an account @long', async ({ page, applicant }) => {
  await applicant.opens('/education');
  await applicant.reads('This question can be finished once you have created an account.');
  await expect(page.locator('#college_transcript')).toContainText('Unofficial transcript (optional)');
  await expect(page.getByRole('button', { name: 'Add another college' })).toBeHidden();
});

test('Continue saves before it opens the next page; the next login opens the last page', async ({
  page,
  applicant,
}) => {
  await applicant.comesLoggedIn();
  await applicant.reads(tenant.texts.welcome.heading);
  await applicant.answers('First name', 'Ann');
  const saved = page.waitForRequest((request) => request.url().endsWith('/api/answer'));
  await applicant.presses('Continue');
  expect((await saved).postDataJSON()).toMatchObject({ answers: { first_name: 'Ann' } });
  await applicant.isAt('/education');
  await expect(page.getByText(tenant.texts.welcome.heading)).toBeHidden();
  await applicant.reads(/Saved to your account/);
  await applicant.logsOut();
  await applicant.logsIn();
  await applicant.isAt('/education');
  await applicant.reads(tenant.texts.welcomeBack.heading);
});

test('an applicant who is taken to their last page sees no other page first @long', async ({
  page,
  applicant,
  server,
}) => {
  await applicant.hasACompleteDraft();
  await applicant.calls('PUT', '/api/last-page', { last_page: '/final-steps' });
  await page.addInitScript(() => {
    const seen = new Set<string>();
    new MutationObserver(() => {
      const heading = document.querySelector('h1')?.textContent;
      if (heading !== undefined && heading !== 'Loading') seen.add(heading);
    }).observe(document, { childList: true, subtree: true });
    Reflect.set(globalThis, 'seenHeadings', () => [...seen]);
  });
  const seenHeadings = () => page.evaluate<string[]>('seenHeadings()');
  await page.goto(`${server.url}/education?utm_source=fair`);
  await expect(page).toHaveURL(`${server.url}/final-steps?utm_source=fair`);
  await expect(page.getByRole('heading', { level: 1, name: 'Final Steps' })).toBeVisible();
  expect(await seenHeadings()).toEqual(['Final Steps']);

  await applicant.calls('POST', '/api/submit');
  await page.goto(`${server.url}/education`);
  await applicant.isAt('/completion');
  await expect.poll(seenHeadings).toHaveLength(1);
  expect(await seenHeadings()).not.toContain('Education');
});

test('a link to a question also works in a new tab, although the last page is another one @long', async ({
  page,
  applicant,
  server,
}) => {
  await applicant.hasADraft({ citizenship_type: '2' });
  await applicant.opens('/education?source=mail');
  await applicant.reads(/Saved to your account/);
  await page.goto(`${server.url}/final-steps?source=poster`);
  await expect(page).toHaveURL(`${server.url}/education?source=poster`);
  await page.goto('about:blank');
  await page.goto(`${server.url}/about#citizenship`);
  await expect(page.locator('select[name=citizenship]')).toBeFocused();
  await applicant.isAt('/about');
});

test('nobody sees the completion page before submitting @slow', async ({ page, applicant, server }) => {
  for (const path of ['/completion', '/completion/']) {
    await page.goto(`${server.url}${path}`);
    await applicant.isAt('/about');
    await applicant.hasAnswered('First name', '');
  }
  await applicant.comesLoggedIn();
  await page.goto(`${server.url}/completion`);
  await applicant.isAt('/about');
});
