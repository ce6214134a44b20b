import { execFileSync } from 'node:child_process';
import { expect, type Locator, type Page } from 'playwright/test';
import { overflow } from '../access/checks.ts';
import { newestMailTo } from '../support/mailbox.ts';
import { admin, startServer, type TestServer } from '../support/server.ts';
import { test } from '../support/test.ts';

let server: TestServer;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  server = await startServer();
  await admin(server, 'seed', '--yes');
});
test.afterAll(() => server.stop());

test.use({ javaScriptEnabled: false });

/** Moves by the Tab key until this has the focus, as a clerk without a mouse does. */
async function reaches(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error('The Tab key does not reach it.');
}

async function presses(page: Page, target: Locator): Promise<void> {
  await reaches(page, target);
  await page.keyboard.press('Enter');
}

const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

for (const width of [1280, 390])
  test(`a clerk's morning by keyboard, ${width} px wide @long`, async ({ page }) => {
    test.setTimeout(180_000);
    const name = `Nora ${width}`;
    await page.setViewportSize({ width, height: 900 });
    const fits = async (heading: RegExp) => {
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      expect(await overflow(page)).toBe(0);
    };

    await test.step('opens the link and searches for what is submitted', async () => {
      const given = await admin(server, 'office-link', '--for', name, '--may', 'act');
      const { pathname, search } = new URL(given);
      await page.goto(server.url + pathname + search);
      await presses(page, button(page, `Open as ${name}`));
      await expect(page.getByText(/\d+ unread/)).toBeVisible();
      await page.goto(`${server.url}/office?status=submitted&mark=unread`);
      await fits(/^Applications$/);
    });

    let number = '';
    await test.step('reads one after the other, and marks one as reviewed', async () => {
      const unread = Number(/(\d+) unread/.exec(await page.getByText(/\d+ unread/).innerText())?.[1]);
      await presses(page, page.getByRole('rowheader').getByRole('link').first());
      await presses(page, link(page, 'All applications'));
      await expect(page.getByText(`${unread - 1} unread`)).toBeVisible();
      await presses(page, page.getByRole('rowheader').getByRole('link').first());
      await presses(page, link(page, 'Next'));
      const main = page.getByRole('main');
      number = /[\dA-Z]{4}-[\dA-Z]{2}/.exec(await main.innerText())?.[0] ?? '';
      await presses(page, button(page, 'Mark as reviewed'));
      await expect(main).toContainText(`Reviewed by ${name}`);
      expect(page.url()).toContain('mark=unread');
      await fits(/^Application of /);
    });

    await test.step('saves its PDF in a ZIP, named by its number', async () => {
      const here = page.url();
      await page.goto(`${server.url}/office?q=${number}`);
      const saved = page.waitForEvent('download');
      await presses(page, link(page, 'All PDFs as ZIP'));
      const download = await saved;
      expect(download.suggestedFilename()).toMatch(/\.zip$/);
      const names = execFileSync('unzip', ['-Z1', await download.path()], { encoding: 'utf8' });
      expect(names).toMatch(new RegExp(`^${number} .+\\.pdf$`, 'm'));
      await page.goto(here);
    });

    await test.step('reopens it, with a sentence that the applicant reads in a mail', async () => {
      await presses(page, link(page, 'Reopen…'));
      await fits(/^Reopen /);
      await reaches(page, page.getByRole('textbox'));
      await page.keyboard.type(`Please attach page 2, ${name} writes.`);
      await presses(page, button(page, 'Reopen and send the mail'));
      const main = page.getByRole('main');
      await expect(main).toContainText('Not submitted');
      await expect(main).not.toContainText('Reviewed by');
      const username = /[\w.+-]+@[\w.-]+\w/.exec(await main.innerText())?.[0] ?? '';
      const mail = await newestMailTo(server, username, /change your application again/);
      expect(mail).toContain(`Please attach page 2, ${name} writes.`);
      expect(mail).toContain('/login');
    });

    await test.step('reminds the applicant, once', async () => {
      await page.goto(`${server.url}/office?q=${number}`);
      await presses(page, link(page, 'Remind…'));
      await fits(/^Remind applicants$/);
      await presses(page, button(page, 'Remind 1 applicant'));
      await expect(page.getByText('1 applicant will get a reminder')).toBeVisible();
      await presses(page, link(page, 'Back to the list'));
      await presses(page, link(page, 'Remind…'));
      await expect(page.getByText('1 applicant had a reminder in the last seven days')).toBeVisible();
    });

    await test.step('deletes it, and says why', async () => {
      await presses(page, link(page, 'Back to the list'));
      await presses(page, page.getByRole('rowheader').getByRole('link').first());
      await presses(page, link(page, 'Delete…'));
      await fits(/^Delete /);
      await reaches(page, page.getByRole('radio').first());
      await page.keyboard.press('Space');
      await presses(page, button(page, 'Delete for good'));
      await expect(page.getByRole('heading', { name: 'The application is deleted' })).toBeVisible();
      await presses(page, link(page, 'All applications'));
      await expect(page.getByRole('status')).toHaveText('No application fits.');
    });

    const events = (await admin(server, 'audit', '--by', name, '--json'))
      .split('\n')
      .map((line): { event: string } => JSON.parse(line))
      .map(({ event }) => event);
    expect(events.filter((event) => !/-(read|opened)$/.test(event))).toEqual([
      'office-reviewed',
      'office-list-saved',
      'office-pdf-saved',
      'reopened',
      'office-reminded',
      'office-deleted asked',
      'deleted',
    ]);
  });
