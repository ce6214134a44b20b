import { expect } from 'playwright/test';
import { completeAnswers } from '../support/complete-answers.ts';
import { test } from '../support/test.ts';

const pages = ['/about', '/education', '/final-steps', '/login', '/signup', '/confirm'];
for (const path of pages)
  test(`no browser corrects what is typed in one line on ${path} @slow`, async ({ page, applicant }) => {
    await applicant.opens(path);
    const inputs = page.locator('input.ui-input');
    await expect(inputs).not.toHaveCount(0);
    for (const input of await inputs.all()) {
      await expect(input).toHaveAttribute('spellcheck', 'false');
      await expect(input).toHaveAttribute('autocorrect', 'off');
    }
    for (const prose of await page.locator('textarea').all())
      await expect(prose).not.toHaveAttribute('spellcheck', 'false');
  });

test('a browser that translates leaves names and addresses as they are @slow', async ({
  page,
  applicant,
}) => {
  await applicant.hasSubmitted({ first_name: 'Rosa', last_name: 'Winter', preferred_name: '' });
  await applicant.opens('/completion');
  const kept = page.locator('[translate=no]');
  await expect(kept.filter({ hasText: /^Rosa$/ })).toBeVisible();
  await expect(kept.filter({ hasText: applicant.email })).toBeVisible();
  await applicant.presses('Account');
  await expect(page.getByRole('dialog').locator('[translate=no]')).toHaveText(applicant.email);
});

test('so it does before an account is confirmed @slow', async ({ page, applicant }) => {
  await applicant.opens('/signup');
  await applicant.signsUp();
  await applicant.opens('/about');
  const notice = page.getByText('We e-mailed a code to');
  await expect(notice.locator('[translate=no]')).toHaveText(applicant.email);
});

test('a shortcut of the installed app leads where it says, and a plain start to the last page @slow', async ({
  request,
  applicant,
  server,
}) => {
  const { shortcuts, short_name: name } = await (
    await request.get(`${server.url}/manifest.webmanifest`)
  ).json();
  expect(name.length).toBeLessThanOrEqual(12);
  await applicant.hasADraft(completeAnswers);
  await applicant.calls('PUT', '/api/last-page', { last_page: '/education' });
  await applicant.opens('/about');
  await applicant.isAt('/education');
  for (const { url, icons } of shortcuts) {
    expect(icons).not.toEqual([]);
    await applicant.opens(url);
    await applicant.reads(/Saved to your account/);
    await applicant.isAt(url.replace(/\?.*/, ''));
  }
});

test('a page opened in a second tab is that page @slow', async ({ page, context, applicant }) => {
  await applicant.hasADraft(completeAnswers);
  await applicant.calls('PUT', '/api/last-page', { last_page: '/education' });
  await applicant.opens('/education');
  await applicant.reads(/Saved to your account/);
  const link = page.getByRole('navigation').getByRole('link', { name: 'Final Steps' });
  const [second] = await Promise.all([
    context.waitForEvent('page'),
    link.click({ modifiers: ['ControlOrMeta'] }),
  ]);
  await expect(second.getByText(/^Saved to your account/).first()).toBeVisible();
  await expect(second.getByRole('heading', { level: 1, name: 'Final Steps' })).toBeVisible();
  await link.click();
  await expect(page).toHaveURL(/\/final-steps$/);
});

test('a shared link shows what it leads to @slow', async ({ request, server }) => {
  const text = await (await request.get(`${server.url}/about`)).text();
  for (const name of ['title', 'description', 'image'])
    expect(text).toMatch(new RegExp(`<meta property="og:${name}" content="[^"]{8,}"`));
});

const NOTCH_PX = 47;
for (const [path, parts] of [
  [
    '/about',
    ['h1', '.navigation', '.form-standing', '.header-brand', '.header .ui-button-content', '.footer > *'],
  ],
  ['/login', ['.auth-card', '.header-brand', '.header .ui-button-content']],
] as const)
  test(`nothing of ${path} is under the notch of a phone held sideways @slow`, async ({
    page,
    applicant,
  }) => {
    await page.setViewportSize({ width: 844, height: 390 });
    await applicant.opens(path);
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setSafeAreaInsetsOverride', {
      insets: { top: 0, left: NOTCH_PX, right: NOTCH_PX, bottom: 21 },
    });
    for (const part of parts) {
      const shown = page.locator(part).filter({ visible: true });
      await expect(shown).not.toHaveCount(0);
      for (const one of await shown.all())
        await expect
          .poll(() =>
            one.evaluate((element) =>
              Math.min(
                element.getBoundingClientRect().left,
                innerWidth - element.getBoundingClientRect().right,
              ),
            ),
          )
          .toBeGreaterThanOrEqual(NOTCH_PX);
    }
  });
