import { expect, type Page } from 'playwright/test';
import { admin } from '../support/server.ts';
import { test } from '../support/test.ts';

async function hasWorker(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
}

test('every page opens without a network, deep links keep their query, and letters are kept', async ({
  page,
  context,
  applicant,
  server,
}) => {
  await applicant.opens('/about');
  await hasWorker(page);
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

test('the very first visit can go on without a network, whatever the browser itself has kept', async ({
  page,
  context,
  applicant,
}) => {
  const devTools = await context.newCDPSession(page);
  await devTools.send('Network.setCacheDisabled', { cacheDisabled: true });
  await applicant.opens('/about');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await context.setOffline(true);
  for (const name of ['Education', 'Final Steps', 'About You']) {
    await page.getByRole('navigation').getByRole('link', { name }).first().click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  }
});

test('no answer of the server, no secret link and no upload is ever in a cache', async ({
  page,
  applicant,
  server,
}) => {
  await applicant.comesLoggedIn('/about');
  await hasWorker(page);
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
  expect(addresses.filter((path) => /^\/(api|public|service|lookup|storage|dev)/.test(path))).toEqual([]);
});

test('a worker that is stopped again and again leaves no page and no request hanging', async ({
  page,
  context,
  applicant,
  server,
}) => {
  await applicant.opens('/about');
  await hasWorker(page);
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
