import { expect, type Page } from 'playwright/test';
import { variants } from '#testing/extent.node.ts';
import { test } from '../support/test.ts';
import { translates } from '../support/translator.ts';

/** As password managers and spelling checkers do it. */
const putsAnIconBeside = (page: Page, name: string) =>
  page.locator(`[name=${name}]`).evaluate((field) => field.after(document.createElement('div')));

const changes = [
  { who: 'a translator', change: translates },
  { who: 'an extension', change: (page: Page) => putsAnIconBeside(page, 'first_name') },
];
for (const { who, change } of variants(changes, { short: 1 }))
  test(`what was entered into a page that ${who} changes before the script comes is kept`, async ({
    page,
    applicant,
    server,
  }) => {
    const field = (name: string) => page.locator(`[name="${name}"]`);
    const mayCome = Promise.withResolvers<void>();
    await page.route(/\/assets\/(?!early-)[^/]+\.js$/, async (route) => {
      await mayCome.promise;
      await route.continue();
    });
    await page.goto(`${server.url}/about`, { waitUntil: 'commit' });
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    await field('prefix').selectOption({ label: 'Dr.' });
    await field('birth_date-month').fill('4');
    await field('birth_date-day').fill('27');
    await field('phone_home').fill('5705550142');
    await page.locator('label:has([name=military_veteran][value=yes])').click();
    await page.locator('label:has([name=race_asian])').click();
    await field('first_name').pressSequentially('Zo');
    await change(page);
    await field('first_name').press('End');
    await field('first_name').pressSequentially('ë');
    mayCome.resolve();
    await page.locator('[data-rests]').first().waitFor({ state: 'attached' });
    await expect(field('first_name')).toBeFocused();
    await page.keyboard.type(' M.');
    await expect(page.getByText(/Saved on this device/).first()).toBeVisible();
    for (const again of [false, true]) {
      if (again) await page.reload();
      await expect(field('first_name')).toHaveValue('Zoë M.');
      await expect(field('prefix').locator('option:checked')).toHaveText('Dr.');
      await expect(field('birth_date-month')).toHaveValue('4');
      await expect(field('birth_date-day')).toHaveValue('27');
      await expect(field('phone_home')).toHaveValue('(570) 555-0142');
      await expect(page.locator('[name=military_veteran][value=yes]')).toBeChecked();
      await expect(field('race_asian')).toBeChecked();
    }
    await applicant.reads('of 10');
  });

test('an address that was entered into a card before an extension changed it is kept @long', async ({
  page,
  server,
}) => {
  const mayCome = Promise.withResolvers<void>();
  await page.route(/\/assets\/(?!early-)[^/]+\.js$/, async (route) => {
    await mayCome.promise;
    await route.continue();
  });
  await page.goto(`${server.url}/login`, { waitUntil: 'commit' });
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  await page.locator('[name=username]').pressSequentially('zoe@example.org');
  await putsAnIconBeside(page, 'username');
  mayCome.resolve();
  await page.waitForLoadState('networkidle');
  await expect(page.locator('[name=username]')).toHaveValue('zoe@example.org');
  await expect(page.locator('[name=username]')).toBeFocused();
  await page.keyboard.type('x');
  await expect(page.locator('[name=username]')).toHaveValue('zoe@example.orgx');
});
