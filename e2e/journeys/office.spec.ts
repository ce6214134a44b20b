import { execFileSync } from 'node:child_process';
import { expect, type Page } from 'playwright/test';
import { violations } from '../access/checks.ts';
import { admin, startServer, type TestServer } from '../support/server.ts';
import { test } from '../support/test.ts';

let server: TestServer;
let link: string;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  server = await startServer();
  await admin(server, 'seed', '--crowd', '1000');
  link = await admin(server, 'office-link', '--for', 'Nora Clerk', '--days', '2');
});
test.afterAll(() => server.stop());

test.use({ javaScriptEnabled: false });

async function opensTheList(page: Page): Promise<void> {
  const { pathname, search } = new URL(link);
  await page.goto(server.url + pathname + search);
  await expect(page.getByRole('heading', { name: 'Applications' })).toBeVisible();
}

test('a clerk without JavaScript goes from the link to the PDF', async ({ page }) => {
  test.setTimeout(120_000);
  await test.step('the link leaves the address', async () => {
    await opensTheList(page);
    expect(page.url()).toBe(`${server.url}/office`);
    await expect(page.getByText('Nora Clerk')).toBeVisible();
    await expect(page.getByRole('status')).toContainText('1 to 50 of 1,0');
  });

  await test.step('pages through the list', async () => {
    await page.getByRole('link', { name: 'Next page' }).click();
    await expect(page.getByRole('status')).toContainText('51 to 100 of');
  });

  await test.step('finds one by name', async () => {
    await page.getByRole('searchbox', { name: 'Name or e-mail' }).fill('nguyen tuan');
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Submitted');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(page.getByRole('status')).toHaveText('1 application.');
  });

  await test.step('reads it', async () => {
    await page.getByRole('link', { name: 'Tuấn Nguyễn' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Application of Tuấn Nguyễn' })).toBeVisible();
    await expect(page.getByText('First name', { exact: true })).toBeVisible();
  });

  await test.step('saves its PDF', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Application as PDF' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('Application of Tuấn Nguyễn.pdf');
    const printed = execFileSync('pdftotext', ['-layout', await file.path(), '-']).toString();
    expect(printed).toContain('Tuấn Nguyễn');
  });

  await test.step('saves what the list shows', async () => {
    await page.getByRole('link', { name: 'All applications' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Save this list as CSV' }).click();
    expect((await download).suggestedFilename()).toBe('applications.csv');
  });
});

test('the list and an application open to everybody', async ({ browser }) => {
  test.setTimeout(120_000);
  for (const width of [320, 1280])
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({
        javaScriptEnabled: true,
        viewport: { width, height: 900 },
        colorScheme,
      });
      const page = await context.newPage();
      await opensTheList(page);
      for (const name of ['list', 'application']) {
        if (name === 'application') await page.getByRole('rowheader').getByRole('link').first().click();
        const { scrollWidth } = await page.evaluate(() => ({
          scrollWidth: document.documentElement.scrollWidth,
        }));
        expect({ name, width, scrollWidth }).toEqual({ name, width, scrollWidth: width });
        expect(await violations(page), `${name}, ${width} px, ${colorScheme}`).toEqual([]);
      }
      await context.close();
    }
});

test('the keyboard alone finds and opens an application', async ({ page }) => {
  await opensTheList(page);
  await page.getByRole('searchbox').focus();
  await page.keyboard.type('crowd00007@');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toHaveText('1 application.');
  for (let presses = 0; presses < 8; presses += 1) {
    await page.keyboard.press('Tab');
    if ((await page.locator('tbody a:focus-visible').count()) > 0) break;
  }
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /^Application of / })).toBeVisible();
});
