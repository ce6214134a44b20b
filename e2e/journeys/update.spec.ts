import { expect, type BrowserContext, type Page } from 'playwright/test';
import { buildRelease, Deployments } from '../support/releases.ts';
import { test } from '../support/test.ts';
import { workerIsReady } from '../support/worker.ts';

let one: string;
let two: string;
let deployments: Deployments;
let url: string;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  one = await buildRelease('one');
  two = await buildRelease('two');
});
test.beforeEach(async ({ server }) => {
  deployments = new Deployments(server.url);
  url = await deployments.start();
  await deployments.deploy(one);
});
test.afterEach(async () => {
  await deployments.stop();
});

async function opens(page: Page, path = '/about'): Promise<void> {
  await page.goto(`${url}${path}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** Opens the page again once the worker controls it, as on every visit but the first. */
async function opensAgain(page: Page, path = '/about'): Promise<void> {
  await opens(page, path);
  await workerIsReady(page);
  await opens(page, path);
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}

const release = (page: Page) => page.locator('meta[name=release]').getAttribute('content');

/** What the page does by itself from time to time. */
const looksForAnUpdate = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.update().catch(() => undefined);
  });

const types = (page: Page, name: string, text: string) =>
  page.locator(`[name=${name}]`).pressSequentially(text, { delay: 20 });
const offer = (page: Page) => page.getByRole('button', { name: 'Update' });

async function secondTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await opens(page, '/about');
  return page;
}

test('a new release is offered and nothing else happens; once accepted, all tabs reload with every letter', async ({
  page,
  context,
}) => {
  await opensAgain(page);
  const other = await secondTab(context);
  await types(page, 'first_name', 'Zo');
  let navigations = 0;
  for (const tab of [page, other]) tab.on('framenavigated', () => (navigations += 1));
  await deployments.deploy(two);
  await looksForAnUpdate(page);
  await expect(offer(page)).toBeVisible();
  await types(page, 'first_name', 'ë and on');
  await expect(offer(other)).toBeVisible();
  expect(navigations).toBe(0);
  expect(await release(page)).toBe('one');

  await types(page, 'last_name', 'Lee');
  await page.locator('[name=last_name]').focus();
  await offer(page).dispatchEvent('click');
  await expect.poll(() => release(page)).toBe('two');
  await expect.poll(() => release(other)).toBe('two');
  for (const tab of [page, other]) {
    await expect(tab.locator('[name=first_name]')).toHaveValue('Zoë and on');
    await expect(tab.locator('[name=last_name]')).toHaveValue('Lee');
  }
  await expect(page).toHaveURL(/\/about/);
  await expect(page.locator('[name=last_name]')).toBeFocused();
  await expect(offer(page)).toBeHidden();
});

test('accepted in the middle of a word, an update takes place at once, and the account has the word @long', async ({
  page,
  applicant,
}) => {
  await applicant.comesLoggedIn();
  await opensAgain(page);
  await deployments.deploy(two);
  await looksForAnUpdate(page);
  await expect(offer(page)).toBeVisible();
  const saved = page.waitForRequest(
    (request) => request.method() === 'PUT' && request.url().endsWith('/answer'),
  );
  const counted = page.waitForRequest((request) => request.url().endsWith('/public/client-count'));
  await types(page, 'last_name', 'Lovelace');
  await offer(page).dispatchEvent('click');
  expect((await counted).postDataJSON()).toEqual({ kind: 'updated' });
  expect((await saved).postDataJSON()).toMatchObject({ answers: { last_name: 'Lovelace' } });
  await expect.poll(() => release(page)).toBe('two');
  await expect(page.locator('[name=last_name]')).toHaveValue('Lovelace');
});

test('a release that is deployed while a page has long been open can be accepted, too @long', async ({
  page,
}) => {
  await page.clock.install();
  await opensAgain(page);
  await page.clock.fastForward('05:00');
  await deployments.deploy(two);
  await looksForAnUpdate(page);
  await offer(page).click();
  await expect.poll(() => release(page)).toBe('two');
});

test('at a card, the offer promises nothing about the text in it @long', async ({ page }) => {
  await opensAgain(page, '/signup');
  await deployments.deploy(two);
  await looksForAnUpdate(page);
  await expect(page.getByText('Only this card will be blank.')).toBeVisible();
});

test('an ignored offer takes effect at the next start @long', async ({ context }) => {
  const page = await context.newPage();
  await opensAgain(page);
  await deployments.deploy(two);
  await looksForAnUpdate(page);
  await expect(offer(page)).toBeVisible();
  await page.close();
  // A closed tab takes a moment to be gone, on a busy machine a longer one.
  await expect
    .poll(
      async () => {
        const next = await context.newPage();
        await opens(next);
        const found = await release(next);
        await next.close();
        return found;
      },
      { intervals: [500, 1000, 2000, 4000], timeout: 30_000 },
    )
    .toBe('two');
});

test('a deploy while a page is open breaks no later page @long', async ({ page }) => {
  await opensAgain(page);
  await deployments.deploy(two);
  await page.getByRole('navigation').getByRole('link', { name: 'Education' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Education' })).toBeVisible();
  expect(await release(page)).toBe('one');
});

test.describe('without a worker', () => {
  test.use({ serviceWorkers: 'block' });

  test('the parts of the last release stay on the server @slow', async ({ page }) => {
    await opens(page);
    await deployments.deploy(two, one);
    await page.getByRole('navigation').getByRole('link', { name: 'Education' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Education' })).toBeVisible();
  });

  test('a missing part is reported, a missing page is loaded again, and nothing typed is lost @slow', async ({
    page,
  }) => {
    // As for a page that was opened long ago on a slow network: no screen has loaded in advance.
    await page.route(/\/assets\/signup-/, (route) => route.abort());
    const loadedAgain = page.waitForResponse(/\/assets\/page-again-/);
    await opens(page);
    await types(page, 'first_name', 'Zoë');
    await expect(page.getByText(/Saved on this device/).first()).toBeVisible();
    await loadedAgain;
    await deployments.deploy(two);
    let navigations = 0;
    page.on('framenavigated', (frame) => (navigations += frame === page.mainFrame() ? 1 : 0));
    // Its menu is in a script of its own, which no longer exists.
    await page.getByRole('button', { name: 'Account' }).click();
    await expect(offer(page)).toBeVisible();
    expect(navigations).toBe(0);
    await page.unrouteAll();
    await page.getByRole('navigation').getByRole('link', { name: 'Education' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Sign Up' })).toBeVisible();
    expect(await release(page)).toBe('two');
    // The address has changed, and the page was loaded once.
    expect(navigations).toBe(2);
    await opens(page);
    await expect(page.locator('[name=first_name]')).toHaveValue('Zoë');
  });

  test('an update that cannot be loaded leaves the page as it is, and says why @long', async ({ page }) => {
    const loadedAgain = page.waitForResponse(/\/assets\/page-again-/);
    await opens(page);
    await types(page, 'first_name', 'Zoë');
    await loadedAgain;
    await deployments.deploy(two);
    await page.getByRole('button', { name: 'Account' }).click();
    await expect(offer(page)).toBeVisible();
    await page.route('**', (route) => route.abort());
    await offer(page).click();
    await expect(page.getByText('We cannot reach the server.')).toBeVisible();
    await expect(page.locator('[name=first_name]')).toHaveValue('Zoë');
    await page.unrouteAll();
    await offer(page).click();
    await expect.poll(() => release(page)).toBe('two');
    await expect(page.locator('[name=first_name]')).toHaveValue('Zoë');
  });
});

const brokenWorkers = [
  { what: 'does not parse', answer: { status: 200, type: 'text/javascript', body: 'const = 1;' } },
  { what: 'is an error page', answer: { status: 500, type: 'text/html', body: '<h1>No</h1>' } },
  { what: 'comes as HTML', answer: { status: 200, type: 'text/html', body: '<!doctype html>' } },
];
for (const { what, answer } of brokenWorkers) {
  test(`a new worker that ${what} leaves the old one at work @long`, async ({ page, context }) => {
    await opensAgain(page);
    deployments.instead.set('/sw.js', answer);
    await looksForAnUpdate(page);
    await context.setOffline(true);
    await opens(page, '/education');
    await types(page, 'college_city', 'Erie');
    await expect(page.getByText(/Saved on this device/).first()).toBeVisible();
    await expect(offer(page)).toBeHidden();
    await context.setOffline(false);
  });
}

test('a rollback is an update like any other @long', async ({ page }) => {
  await deployments.deploy(two);
  await opensAgain(page);
  await types(page, 'first_name', 'Zoë');
  await expect(page.getByText(/Saved on this device/).first()).toBeVisible();
  await deployments.deploy(one);
  await looksForAnUpdate(page);
  await offer(page).click();
  await expect.poll(() => release(page)).toBe('one');
  await expect(page.locator('[name=first_name]')).toHaveValue('Zoë');
});

test('the kill switch removes worker and caches, and no answer @long', async ({ page }) => {
  test.setTimeout(60_000);
  const killed = await buildRelease('killed', true);
  await opensAgain(page);
  await types(page, 'first_name', 'Zoë');
  await expect(page.getByText(/Saved on this device/).first()).toBeVisible();
  await deployments.deploy(killed);
  await looksForAnUpdate(page);
  await expect.poll(() => release(page)).toBe('killed');
  await expect(page.locator('[name=first_name]')).toHaveValue('Zoë');
  const registrations = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  await expect.poll(registrations).toBe(0);
  expect(await page.evaluate(async () => (await caches.keys()).length)).toBe(0);
});
