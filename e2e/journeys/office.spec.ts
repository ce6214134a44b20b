import { execFileSync } from 'node:child_process';
import { expect, type Page } from 'playwright/test';
import { tenant } from '#tenant/tenant.ts';
import { overflow, violations } from '../access/checks.ts';
import { admin, startServer, type TestServer } from '../support/server.ts';
import { test } from '../support/test.ts';

let server: TestServer;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  server = await startServer();
  await admin(server, 'seed', '--crowd', '1000');
});
test.afterAll(() => server.stop());

test.use({ javaScriptEnabled: false });

/** Opens a new link for this person, which shows a button. */
async function opensALink(page: Page, name: string): Promise<void> {
  const { pathname, search } = new URL(await admin(server, 'office-link', '--for', name, '--days', '2'));
  await page.goto(server.url + pathname + search);
  await expect(page.getByRole('button')).toHaveText(`Open as ${name}`);
}

/** Opens the list by a new link for this person. */
async function opensTheList(page: Page, name: string): Promise<void> {
  await opensALink(page, name);
  await page.getByRole('button').click();
  await expect(page.getByRole('heading', { name: 'Applications' })).toBeVisible();
}

/** Reads the audit as an operator does: the acts under a name, with the applicant of each if there is one. */
async function acts(name: string): Promise<readonly string[]> {
  const lines = (await admin(server, 'audit', '--by', name, '--json')).split('\n');
  return lines
    .map((line): { event: string; username: string | null } => JSON.parse(line))
    .map(({ event, username }) => [event, username ?? ''].join(' ').trim());
}

test('a clerk without JavaScript goes from the link to the PDF, and each step is in the audit @long', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const soFar: string[] = [];
  const audited = async (...added: readonly string[]) => {
    soFar.push(...added);
    expect(await acts('Nora Clerk')).toEqual(soFar);
  };

  await test.step('the link leaves the address', async () => {
    await opensTheList(page, 'Nora Clerk');
    expect(page.url()).toBe(`${server.url}/office`);
    await expect(page.getByText('Nora Clerk')).toBeVisible();
    await expect(page.getByRole('status')).toContainText('1 to 50 of 1,0');
    await audited('office-opened', 'office-list-read');
  });

  await test.step('pages through the list', async () => {
    await page.getByRole('link', { name: 'Next page' }).click();
    await expect(page.getByRole('status')).toContainText('51 to 100 of');
    await audited('office-list-read');
  });

  await test.step('narrows the list to a term, saves that with all answers, and reads one after the other', async () => {
    const [term] = tenant.entryTerms;
    await page.getByText('Filters and order').click();
    await page.getByRole('combobox', { name: 'Entry term' }).selectOption(term?.label ?? '');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(page.getByRole('columnheader', { name: 'Entry term' })).toBeVisible();
    const cells = await page.locator('td.term').allInnerTexts();
    expect(new Set(cells)).toEqual(new Set([term?.label]));
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Save it with all answers as Excel' }).click();
    expect((await download).suggestedFilename()).toMatch(/^answers .+ \d{4}-\d\d-\d\d\.xlsx$/);
    const names = await page.getByRole('rowheader').getByRole('link').allInnerTexts();
    const people = await page.locator('td.username').allInnerTexts();
    await page
      .getByRole('link', { name: names[0] ?? '' })
      .first()
      .click();
    await page.getByRole('link', { name: 'Next', exact: true }).click();
    await expect(page.getByText(people[1] ?? '').first()).toBeVisible();
    await page.getByRole('link', { name: 'Previous', exact: true }).click();
    await expect(page.getByText(people[0] ?? '').first()).toBeVisible();
    await page.getByRole('link', { name: 'All applications' }).click();
    await expect(page.getByRole('combobox', { name: 'Entry term' })).toHaveValue(term?.value ?? '');
    await page.goto(`${server.url}/office`);
    await audited(
      'office-list-read',
      'office-answers-saved',
      `office-application-read ${people[0]}`,
      `office-application-read ${people[1]}`,
      `office-application-read ${people[0]}`,
      'office-list-read',
      'office-list-read',
    );
  });

  await test.step('finds one by name', async () => {
    await page.getByRole('searchbox', { name: 'Name, e-mail or number' }).fill('nguyen tuan');
    await page.getByText('Filters and order').click();
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Submitted');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(page.getByRole('status')).toHaveText('1 application.');
    await audited('office-list-read');
  });

  const username = await page.locator('td.username').innerText();

  await test.step('reads it', async () => {
    await page.getByRole('link', { name: 'Tuấn Nguyễn' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Application of Tuấn Nguyễn' })).toBeVisible();
    await expect(page.getByText('First name', { exact: true })).toBeVisible();
    await audited(`office-application-read ${username}`);
  });

  await test.step('saves its PDF', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Application as PDF' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{2} Tuấn Nguyễn\.pdf$/);
    const printed = execFileSync('pdftotext', ['-layout', await file.path(), '-']).toString();
    expect(printed).toContain('Tuấn Nguyễn');
    await audited(`office-pdf-saved ${username}`);
  });

  await test.step('saves what the list shows', async () => {
    await page.getByRole('link', { name: 'All applications' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Save this list as CSV' }).click();
    expect((await download).suggestedFilename()).toMatch(/^applications \d{4}-\d\d-\d\d\.csv$/);
    await audited('office-list-read', 'office-list-saved');
  });

  await test.step('logs out', async () => {
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page.getByRole('heading', { name: 'You are logged out' })).toBeVisible();
    await page.goto(`${server.url}/office`);
    await expect(page.getByRole('heading', { name: 'This page cannot be opened' })).toBeVisible();
    await audited('office-logged-out');
  });
});

test('printed from a dark screen, the list and an application are dark on white, without the links @long', async ({
  page,
}) => {
  await opensTheList(page, 'Pia Printer');
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByRole('rowheader')).toHaveCount(50);
  await expect(page.getByRole('columnheader', { name: 'Submitted' })).toBeVisible();
  await expect(page.getByRole('search')).toBeHidden();
  await expect(page.getByRole('link', { name: 'All PDFs as ZIP' })).toBeHidden();
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  const first = page.getByRole('rowheader').getByRole('link').first();
  await expect(first).toHaveCSS('color', 'rgb(26, 29, 31)');
  await first.click();
  await expect(page.getByRole('heading', { level: 1, name: /^Application of / })).toBeVisible();
  await expect(page.getByText('First name', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Application as PDF' })).toBeHidden();
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
});

const looks = [
  { width: 320, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
  { width: 320, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
] as const;
test('door, list, application and refusal are accessible, also at 320 px, light and dark @long', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const bring = {
    door: (page: Page) => opensALink(page, 'Ada Access'),
    list: (page: Page) => page.getByRole('button').click(),
    application: (page: Page) => page.getByRole('rowheader').getByRole('link').first().click(),
    refusal: (page: Page) => page.goto(`${server.url}/office/applications/unknown`),
  };
  for (const { width, colorScheme } of looks) {
    const context = await browser.newContext({
      // The scan itself is a script.
      javaScriptEnabled: true,
      viewport: { width, height: 900 },
      colorScheme,
    });
    const page = await context.newPage();
    for (const [name, go] of Object.entries(bring)) {
      await go(page);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect({ name, width, overflow: await overflow(page) }).toEqual({ name, width, overflow: 0 });
      expect(await violations(page), `${name}, ${width} px, ${colorScheme}`).toEqual([]);
    }
    await context.close();
  }
});

test('the keyboard alone finds and opens an application @long', async ({ page }) => {
  await opensTheList(page, 'Kay Keyboard');
  await page.getByRole('searchbox').focus();
  await page.keyboard.type('crowd00007@');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toHaveText('1 application.');
  for (let presses = 0; presses < 12; presses += 1) {
    await page.keyboard.press('Tab');
    if ((await page.locator('tbody a:focus-visible').count()) > 0) break;
  }
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /^Application of / })).toBeVisible();
});
