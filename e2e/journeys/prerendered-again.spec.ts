import { expect, type Page, type Response } from 'playwright/test';
import { Applicant } from '../support/applicant.ts';
import { test } from '../support/test.ts';
import { comesWithoutScript, listensForComplaints, opensWithoutScript } from '../support/without-script.ts';
import { workerIsReady } from '../support/worker.ts';

/** As a browser does when it opens a page of an earlier session, or one that it has discarded: there is no event. */
async function putsBack(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const field = page.locator(`input[name=${name}]`);
    await field.evaluate((input: HTMLInputElement, old) => (input.value = old), value);
  }
}

test('what is typed before the script loads is kept if another tab logs in at that time @long', async ({
  page,
  applicant,
  server,
}) => {
  const comes = await opensWithoutScript(page, server, '/about');
  await page.locator('[name=first_name]').pressSequentially('Zoë');
  await applicant.hasASession();
  await comes();
  await applicant.reads('Saved to your account');
  await applicant.hasAnswered('First name', 'Zoë');
  await expect(page.locator('[name=first_name]')).toBeFocused();
  await page.getByRole('navigation').getByRole('link', { name: 'Education' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Education' })).toBeVisible();
});

test('somebody with a session who opens a prerendered page is taken to the last page, with the query @slow', async ({
  page,
  applicant,
  server,
}) => {
  await applicant.hasASession();
  await applicant.calls('POST', '/api/web-status', { web_status: 'started' });
  await applicant.calls('PUT', '/api/last-page', { last_page: '/final-steps' });
  await page.route('**/about?*', (route) => route.fulfill({ path: 'dist/about.html' }));
  await page.goto(`${server.url}/about?source=fair`);
  await expect(page).toHaveURL(`${server.url}/final-steps?source=fair`);
  await expect(page.getByRole('heading', { level: 1, name: 'Final Steps' })).toBeVisible();
});

test('a school with suggestions keeps what was typed @long', async ({ page, applicant, server }) => {
  const comes = await opensWithoutScript(page, server, '/education');
  await page.locator('[name=college_name]').pressSequentially('Scran');
  await comes();
  await applicant.reads('Saved on this device');
  await expect(page.locator('[name=college_name]')).toHaveValue('Scran');
  await page.locator('[name=college_name]').pressSequentially('ton');
  await expect(page.locator('[name=college_name]')).toHaveValue('Scranton');
});

test('on a repeat visit the draft fills the page, and what was typed before it loaded stays', async ({
  page,
  applicant,
  server,
}) => {
  const complaints = listensForComplaints(page);
  await applicant.opens('/about');
  await applicant.answers('First name', 'Zoë');
  await applicant.answers('Last name', 'Lee');
  await applicant.reads('Saved on this device');
  const comes = await opensWithoutScript(page, server, '/about');
  await page.locator('[name=last_name]').fill('Li');
  await comes();
  await applicant.hasAnswered('First name', 'Zoë');
  await applicant.hasAnswered('Last name', 'Li');
  expect(complaints).toEqual([]);
});

test('a choice made before the script loads clears what it hides in the draft @long', async ({
  page,
  applicant,
  server,
}) => {
  await applicant.opens('/about');
  await page.locator('[name=citizenship_type]').selectOption('2');
  await page.locator('[name=alien_registration_number]').fill('A123456789');
  await applicant.answers('City', 'Erie');
  await applicant.reads('Saved on this device');
  const comes = await opensWithoutScript(page, server, '/about');
  await page.locator('[name=citizenship_type]').selectOption('1');
  await comes();
  await applicant.hasAnswered('City', 'Erie');
  await applicant.reads('Saved on this device');
  await page.reload();
  await applicant.hasAnswered('City', 'Erie');
  await page.locator('[name=citizenship_type]').selectOption('2');
  await expect(page.locator('[name=alien_registration_number]')).toHaveValue('');
});

test('a date that was begun before the script loaded continues, whatever date is in the draft @long', async ({
  page,
  applicant,
  server,
}) => {
  const box = (part: string) => page.locator(`[name=birth_date-${part}]`);
  await applicant.opens('/about');
  await box('month').fill('3');
  await box('day').fill('4');
  await box('year').fill('1990');
  await applicant.answers('City', 'Erie');
  await applicant.reads('Saved on this device');
  const comes = await opensWithoutScript(page, server, '/about');
  await box('month').fill('11');
  await box('day').focus();
  await page.keyboard.type('2');
  await comes();
  await applicant.hasAnswered('City', 'Erie');
  await page.keyboard.type('5');
  await box('year').focus();
  await page.keyboard.type('1985');
  await applicant.reads('Saved on this device');
  await page.reload();
  for (const [part, text] of [
    ['month', '11'],
    ['day', '25'],
    ['year', '1985'],
  ] as const)
    await expect(box(part)).toHaveValue(text);
});

test('text that the browser restores into an old page replaces no later change, but text that is typed there does @long', async ({
  page,
  context,
  applicant,
  server,
}) => {
  await applicant.opens('/about');
  await applicant.answers('Last name', 'Lee');
  await applicant.answers('City', 'Erie');
  await applicant.reads('Saved on this device');
  const comes = await comesWithoutScript(page, () => page.reload({ waitUntil: 'commit' }));
  const meanwhile = new Applicant(await context.newPage(), server);
  await meanwhile.opens('/about');
  await meanwhile.hasAnswered('City', 'Erie');
  await meanwhile.answers('Last name', 'Li');
  await meanwhile.answers('City', '');
  await meanwhile.reads('Saved on this device');

  await putsBack(page, { last_name: 'Lee', city: 'Erie', zip: '16501' });
  await page.locator('[name=first_name]').fill('Zoe');
  await comes();
  await meanwhile.hasAnswered('First name', 'Zoe');
  await meanwhile.page.reload();
  for (const one of [applicant, meanwhile]) {
    await one.hasAnswered('First name', 'Zoe');
    await one.hasAnswered('Last name', 'Li');
    await one.hasAnswered('City', '');
    await one.hasAnswered('ZIP or postal code', '16501');
  }
});

test('somebody who is logged in never sees the page of a first visit @slow', async ({ page, applicant }) => {
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(globalThis, { seen });
    new MutationObserver(() => {
      const welcome = document.querySelector('#welcome-heading')?.textContent;
      const calls = performance.getEntriesByType('resource');
      if (welcome !== undefined && !calls.some(({ name }) => name.endsWith('/api/profile')))
        seen.push(welcome);
    }).observe(document, { childList: true, subtree: true });
  });
  await applicant.comesLoggedIn('/about');
  const sawTooEarly = () => page.evaluate(() => Reflect.get(globalThis, 'seen'));
  expect(await sawTooEarly()).toEqual([]);
  await workerIsReady(page);
  const response = await page.reload();
  expect(response?.fromServiceWorker()).toBe(true);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await sawTooEarly()).toEqual([]);
  expect(await page.locator('html').getAttribute('data-prerendered-on')).toBeNull();
});

test('somebody who is logged in sees that the page is loading, before any script loads @long', async ({
  page,
  applicant,
  server,
}) => {
  await applicant.hasASession();
  await page.route('**/*.js', () => undefined);
  await page.goto(`${server.url}/education`, { waitUntil: 'commit' });
  const loading = page.getByRole('status').filter({ hasText: 'Loading' });
  await expect(loading).toBeVisible();
  await expect(loading.locator('.ui-spinner')).toHaveCSS('width', '32px');
});

for (const path of ['/about', '/', '/no-such-page'])
  test(`the worker gives the prerendered page to somebody without a session, also offline: ${path} @long`, async ({
    page,
    context,
    applicant,
    server,
  }) => {
    await applicant.opens('/education');
    await workerIsReady(page);
    await context.setOffline(true);
    const response = await page.goto(`${server.url}${path}`);
    expect(response?.fromServiceWorker()).toBe(true);
    await expect(page.locator('html')).toHaveAttribute('data-path', '/about');
    expect(await page.locator('html').getAttribute('data-prerendered-on')).not.toBeNull();
    // The page contains its styles, and its policy must allow them: those of the first section, and those behind it.
    await expect(page.locator('.header')).toHaveCSS('display', 'flex');
    await expect(page.locator('.footer')).toHaveCSS('display', 'flex');
    await applicant.answers('First name', 'Ann');
    await applicant.reads('Saved on this device');
  });

test('the server’s page preloads its scripts, the worker’s page requests them once it is parsed @long', async ({
  page,
  applicant,
  server,
}) => {
  const preloads = async (response: Response | null) =>
    (await response?.text())?.match(/rel="modulepreload"/g)?.length ?? 0;
  const first = await page.goto(`${server.url}/about`);
  expect(await preloads(first)).toBeGreaterThan(0);
  await workerIsReady(page);
  const again = await page.reload();
  expect(again?.fromServiceWorker()).toBe(true);
  expect(await preloads(again)).toBe(0);
  await applicant.answers('First name', 'Ann');
  await applicant.reads('Saved on this device');
});

/** The largest size at which the first frame leaves something out (`src/screens/form-page.css`). */
const SCREENS = [
  [400, 848],
  [353, 848],
  [768, 784],
  [352, 736],
  [320, 736],
  [560, 784],
  [1280, 784],
  [1000, 480],
  [601, 480],
] as const;

test('what the first frame leaves out is below a phone’s screen, and appears without any script @long', async ({
  page,
  server,
}) => {
  await page.route('**/assets/*.js', (route) => route.abort());
  for (const path of ['/about', '/education', '/final-steps']) {
    for (const [width, height] of SCREENS) {
      await page.setViewportSize({ width, height });
      await page.goto(`${server.url}${path}`);
      const second = page.locator('.form-section').nth(1);
      await expect(second.locator('input, select, button').first()).toBeVisible();
      const box = await second.boundingBox();
      expect(box?.y, `${path} at ${width} px`).toBeGreaterThan(height);
    }
  }
});

test('on a first visit the worker waits until nobody has typed, tapped or scrolled for a second @long', async ({
  page,
  server,
}) => {
  await page.goto(`${server.url}/about`);
  // Done within the page, so that a busy machine does not pause for a second between two of them.
  const hadWorker = await page.evaluate(async (uses) => {
    for (let count = 0; count < uses; count += 1) {
      const use = ['input', 'pointerdown', 'scroll'][count % 3] ?? '';
      document.body.dispatchEvent(new Event(use, { bubbles: true }));
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return (await navigator.serviceWorker.getRegistration()) !== undefined;
  }, 80);
  expect(hadWorker).toBe(false);
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) !== undefined))
    .toBe(true);
});
