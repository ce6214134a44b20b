import { expect, type Page } from 'playwright/test';
import { actsAsExtension, allChanges } from '../support/extension.ts';
import { test } from '../support/test.ts';
import { translates } from '../support/translator.ts';

/** As password managers and spelling checkers do. */
const putsAnIconBeside = (page: Page, name: string) =>
  page.locator(`[name=${name}]`).evaluate((field) => field.after(document.createElement('div')));

const changes = [
  { who: 'a translator', change: translates },
  { who: 'an extension', change: (page: Page) => putsAnIconBeside(page, 'first_name') },
];

/** Returns the reports of errors that the page sends to the operator. */
function listensForReports(page: Page): readonly string[] {
  const reports: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/public/client-error')) reports.push(request.postData() ?? '');
  });
  return reports;
}

const alerts = (page: Page) => page.locator('[role=alertdialog], [role=alert]:not(:empty), .error-screen');

for (const { who, change } of changes)
  test(`what was entered into a page that ${who} changes before the script loads is kept @slow`, async ({
    page,
    applicant,
    server,
  }) => {
    const field = (name: string) => page.locator(`[name="${name}"]`);
    const reports = listensForReports(page);
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
    await applicant.reads('of 12');
    await expect(alerts(page)).toHaveCount(0);
    expect(reports).toEqual([]);
  });

for (const change of allChanges)
  for (const path of ['/about', '/login'])
    test(`an extension's “${change}” at ${path} before the script loads is not reported @long`, async ({
      page,
      server,
      applicant,
    }) => {
      const reports = listensForReports(page);
      await page.addInitScript(actsAsExtension, [change]);
      await page.goto(`${server.url}${path}`);
      await page.waitForLoadState('networkidle');
      const [field, text] = path === '/login' ? ['E-mail address', 'zoe@example.org'] : ['First name', 'Zoë'];
      await applicant.answers(field, text);
      await applicant.hasAnswered(field, text);
      await expect(alerts(page)).toHaveCount(0);
      expect(reports).toEqual([]);
    });

test('an address that was entered into a card before an extension changed it is kept @long', async ({
  page,
  server,
}) => {
  const reports = listensForReports(page);
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
  await expect(alerts(page)).toHaveCount(0);
  expect(reports).toEqual([]);
});
