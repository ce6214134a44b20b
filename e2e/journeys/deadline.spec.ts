import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from 'playwright/test';
import { todayIn } from '#form/today.ts';
import { tenant } from '#tenant/tenant.ts';
import { Applicant } from '../support/applicant.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { test } from '../support/test.ts';
import { workerIsReady } from '../support/worker.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const closing = tenant.entryTerms.find(({ closes }) => closes !== undefined);
const other = tenant.entryTerms.find(({ closes }) => closes === undefined);
test.skip(closing === undefined || other === undefined, 'No entry term of this university closes.');

const { value = '', label = '', closes = '' } = closing ?? {};
const message = new RegExp(`${label} closed on \\w+ \\d+\\. Please choose another term\\.`);
/** The end of the last day at the university. */
const end = (() => {
  let time = Date.parse(`${closes}T00:00:00Z`);
  while (todayIn(tenant.timeZone, new Date(time)) <= closes) time += HOUR_MS;
  return time;
})();

const aheadFile = join(mkdtempSync(join(tmpdir(), 'clock-')), 'ahead');
let server: TestServer;

/** Sets the server's clock, which continues from there. */
function setServer(time: number): void {
  writeFileSync(aheadFile, String(time - Date.now()));
}

test.beforeAll(async () => {
  test.setTimeout(120_000);
  setServer(end - 10 * MINUTE_MS);
  server = await startServer({
    RATE_LIMIT_FACTOR: '10',
    CLOCK_AHEAD_FILE: aheadFile,
    NODE_OPTIONS: `--import ${new URL('../support/shifted-clock.mjs', import.meta.url).href}`,
  });
});
test.afterAll(() => server.stop());

const error = (page: Page) => page.locator('#entry_term').getByText(message);

for (const timezoneId of ['Pacific/Kiritimati', 'America/New_York', 'Pacific/Pago_Pago'])
  test.describe(`on a device in ${timezoneId}`, () => {
    test.use({ timezoneId });

    test('a term is offered until its last day ends at the university, and a draft that has it says so @slow', async ({
      page,
    }) => {
      const applicant = new Applicant(page, server);
      setServer(end - MINUTE_MS);
      await page.clock.setFixedTime(end - 1);
      await applicant.hasACompleteDraft({ entry_term: value, entry_term_desc: label });
      await applicant.opens('/education');
      await expect(page.locator('[name=entry_term]')).toHaveValue(value);
      await expect(error(page)).toHaveCount(0);

      setServer(end);
      await page.clock.setFixedTime(end);
      await page.reload();
      await expect(error(page)).toBeVisible();
      await applicant.answers('Entry term', other?.label ?? '');
      await expect(error(page)).toHaveCount(0);
      await expect(page.locator(`[name=entry_term] option[value="${value}"]`)).toHaveCount(0);
      await applicant.presses('Continue');
      await applicant.isAt('/final-steps');
      await applicant.submits();
    });
  });

test('a page whose clock is behind is refused by the server in words @slow', async ({ page }) => {
  const applicant = new Applicant(page, server);
  setServer(end - MINUTE_MS);
  await page.clock.setFixedTime(end - HOUR_MS);
  await applicant.hasACompleteDraft({ entry_term: value, entry_term_desc: label });
  await applicant.opens('/final-steps');
  setServer(end);
  await applicant.presses('Submit');
  await applicant.reads(message);
});

test('a visitor whose term has closed reads so at the next look at the page, offline too @slow', async ({
  page,
  context,
}) => {
  const applicant = new Applicant(page, server);
  await page.clock.setFixedTime(end - 1);
  await applicant.opens('/education');
  await applicant.answers('Entry term', label);
  await applicant.reads('Saved on this device');
  await workerIsReady(page);
  await page.clock.setFixedTime(end);
  await context.setOffline(true);
  await page.reload();
  await expect(error(page)).toBeVisible();
  await applicant.answers('Entry term', other?.label ?? '');
  await expect(error(page)).toHaveCount(0);
});
