import { expect, type Page } from 'playwright/test';
import { SERVER_PATHS } from '#contract/server-paths.ts';
import { admin } from '../support/server.ts';
import { test } from '../support/test.ts';
import { workerIsReady } from '../support/worker.ts';

async function workerControls(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

async function turnsEveryPage(page: Page): Promise<void> {
  for (const name of ['Education', 'Final Steps', 'About You']) {
    await page.getByRole('navigation').getByRole('link', { name }).first().click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  }
}

test('every page opens offline, deep links keep their query, and letters are kept', async ({
  page,
  context,
  applicant,
  server,
}) => {
  await applicant.opens('/about');
  await workerIsReady(page);
  await context.setOffline(true);
  for (const { path, heading } of [
    { path: '/about', heading: 'About You' },
    { path: '/education', heading: 'Education' },
    { path: '/final-steps?utm_source=fair', heading: 'Final Steps' },
    { path: '/signup', heading: 'Sign Up' },
    { path: '/login', heading: 'Log In' },
    { path: '/confirm', heading: 'Confirm Your Account' },
    { path: '/forgot', heading: 'Forgot Password' },
    { path: '/reset?username=a@example.org&id=x', heading: 'Reset Password' },
    { path: '/some/old/link?ref=mail', heading: 'About You' },
  ]) {
    await page.goto(`${server.url}${path}`);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page).toHaveURL(
      (url) => url.search === (path.includes('?') ? path.slice(path.indexOf('?')) : ''),
    );
  }
  await applicant.answers('First name', 'Zoë');
  await applicant.reads('Saved on this device');
  await page.reload();
  await applicant.hasAnswered('First name', 'Zoë');
});

test('a page whose cached files the browser has deleted loads from the network @long', async ({
  page,
  applicant,
}) => {
  const throwsKeptFilesAway = () =>
    page.evaluate(async () => {
      for (const name of await caches.keys()) await caches.delete(name);
    });
  await applicant.opens('/about');
  await workerControls(page);
  await throwsKeptFilesAway();
  await page.reload();
  await applicant.answers('First name', 'Zoë');
  await applicant.reads('Saved on this device');

  await applicant.hasASession();
  await throwsKeptFilesAway();
  await page.reload();
  await applicant.hasAnswered('First name', 'Zoë');
  await applicant.reads('Saved to your account');
});

test('the very first visit can continue offline, whatever the browser itself has cached @slow', async ({
  page,
  context,
  applicant,
}) => {
  const devTools = await context.newCDPSession(page);
  await devTools.send('Network.setCacheDisabled', { cacheDisabled: true });
  await applicant.opens('/about');
  await workerControls(page);
  await context.setOffline(true);
  await turnsEveryPage(page);
});

test('no answer of the server, no secret link and no upload is ever in a cache @long', async ({
  page,
  applicant,
  server,
}) => {
  await applicant.comesLoggedIn('/about');
  await workerIsReady(page);
  await page.reload();
  await applicant.answers('First name', 'CANARY-ANSWER');
  await applicant.presses('Save');
  await applicant.reads(/Saved to your account/);
  const link = await admin(server, 'service-link', applicant.email);
  await page.goto(link);
  await expect(page.getByText('CANARY-ANSWER').first()).toBeVisible();
  await page.goto(`${server.url}/reset?username=${applicant.email}&id=CANARY-RESET`);
  const kept = await page.evaluate(async () => {
    const found: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const { url } of await cache.keys()) {
        const response = await cache.match(url);
        found.push(url, (await response?.text()) ?? '');
      }
    }
    return found;
  });
  const text = kept.join('\n');
  expect(text).not.toContain('CANARY');
  expect(text).not.toContain(new URL(link).search.slice('?service_token='.length));
  const addresses = kept.filter((_, index) => index % 2 === 0).map((url) => new URL(url).pathname);
  expect(addresses.filter((path) => SERVER_PATHS.test(path))).toEqual([]);
});

test('a worker that is stopped again and again leaves no page and no request pending @long', async ({
  page,
  context,
  applicant,
  server,
}) => {
  await applicant.opens('/about');
  await workerIsReady(page);
  const devtools = await context.newCDPSession(page);
  await devtools.send('ServiceWorker.enable');
  const stop = () => devtools.send('ServiceWorker.stopAllWorkers');
  for (const path of ['/education', '/about', '/final-steps', '/education', '/about']) {
    await stop();
    await page.goto(`${server.url}${path}`);
    await stop();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const statuses = await page.evaluate(() =>
      Promise.all(['/favicon.svg', '/healthz'].map(async (url) => (await fetch(url)).status)),
    );
    expect(statuses).toEqual([200, 200]);
  }
});

test('an applicant whose session ends by idleness offline finds a visitor’s form @long', async ({
  page,
  context,
  applicant,
}) => {
  await applicant.opens('/about');
  await workerControls(page);
  await page.clock.install();
  await applicant.comesLoggedIn();
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await page.clock.fastForward('15:01');
  await applicant.isAt('/login');
  await applicant.opens('/about');
  await applicant.answers('First name', 'Ben');
  await applicant.reads('Saved on this device');
});

test('a service link that is opened offline says so, and loads by itself once there is a network @long', async ({
  page,
  context,
  applicant,
  server,
}) => {
  await applicant.opens('/about');
  await workerControls(page);
  await context.setOffline(true);
  await page.goto(`${server.url}/about?service_token=worn`);
  await expect(page.getByRole('heading', { name: 'No connection.' })).toBeVisible();
  await applicant.reads(/We cannot reach the server\. Please check your connection/);
  await expect(page.locator('a, button, input, [role=alert], [role=dialog]')).toHaveCount(0);
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'This link is not valid or has expired.' })).toBeVisible();
});

test.describe('before there is a worker', () => {
  test.use({ serviceWorkers: 'block' });

  test('the other pages load by themselves, and open offline @long', async ({ page, applicant }) => {
    await Promise.all([page.waitForResponse(/\/assets\/signup-/), applicant.opens('/about')]);
    await page.waitForLoadState('networkidle');
    await page.route('**', (route) => route.abort());
    await turnsEveryPage(page);
    await applicant.answers('First name', 'Zoë');
    await applicant.presses('Continue');
    await expect(page.getByRole('heading', { level: 1, name: 'Sign Up' })).toBeVisible();
  });

  const absences = [
    { what: 'is hidden behind a portal', answer: { contentType: 'text/html', body: '<h1>Wi-Fi</h1>' } },
    { what: 'does not answer', answer: undefined },
  ];
  for (const [index, { what, answer }] of absences.entries())
    test(`a server that ${what} does not count as a new version; the page stays until the next one can load${index < 1 ? ' @slow' : ' @long'}`, async ({
      page,
      applicant,
      server,
    }) => {
      await page.route(/\/(index\.html|assets\/(education|final|completion|signup|page-again))/, (route) =>
        answer === undefined ? route.abort() : route.fulfill(answer),
      );
      await applicant.opens('/about');
      await applicant.answers('First name', 'Zoë');
      await applicant.reads('Saved on this device');
      await applicant.presses('Continue');
      await applicant.reads(/We cannot reach the server\..* What you have typed stays here/);
      await expect(page.getByRole('heading', { level: 1, name: 'About You' })).toBeVisible();
      await applicant.answers('Last name', 'Lee');
      await applicant.presses('Continue');
      await expect(page.getByText('A new version')).toBeHidden();
      await applicant.hasAnswered('Last name', 'Lee');
      await page.unrouteAll();
      const signUp = page.getByRole('heading', { level: 1, name: 'Sign Up' });
      await expect(async () => {
        // On a busy machine, the page may change after this check.
        if (!(await signUp.isVisible()))
          await page.getByRole('button', { name: 'Continue', exact: true }).click({ timeout: 2000 });
        await expect(signUp).toBeVisible({ timeout: 2000 });
      }).toPass();
      await page.goto(`${server.url}/about`);
      await applicant.hasAnswered('First name', 'Zoë');
      await applicant.hasAnswered('Last name', 'Lee');
    });
});
