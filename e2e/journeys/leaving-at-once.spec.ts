import { expect, type BrowserContext, type Page } from 'playwright/test';
import { Applicant } from '../support/applicant.ts';
import { test } from '../support/test.ts';

/** Delays a first visit. Returns a function that lets it continue. */
const holds = {
  async 'its script loads'(context: BrowserContext): Promise<() => void> {
    const loads = Promise.withResolvers<void>();
    await context.route(/\/assets\/(?!early-)[^/]+\.js$/, async (route) => {
      await loads.promise;
      // The page that sent the request may be closed.
      await route.continue().catch(() => undefined);
    });
    return loads.resolve;
  },
  async 'this device has a key'(context: BrowserContext): Promise<() => void> {
    const may = Promise.withResolvers<void>();
    await context.exposeFunction('untilAKeyMayBeMade', () => may.promise);
    await context.addInitScript(() => {
      const make = crypto.subtle.generateKey.bind(crypto.subtle);
      const wait: () => Promise<void> = Reflect.get(globalThis, 'untilAKeyMayBeMade');
      Object.assign(crypto.subtle, {
        generateKey: (...how: Parameters<typeof make>) => wait().then(() => make(...how)),
      });
    });
    return may.resolve;
  },
};

/** Ways to leave a page. Each returns the page on which the applicant continues. */
const ways = {
  async 'for another address'(page: Page, url: string) {
    await page.goto(`${url}/signup`, { waitUntil: 'commit' });
    await page.goto(`${url}/about`);
    return page;
  },
  async 'by a reload'(page: Page) {
    await page.reload();
    return page;
  },
  async 'and gone back to'(page: Page, url: string) {
    await page.goto(`${url}/login`);
    await page.goBack();
    return page;
  },
  async 'by closing it'(page: Page, url: string) {
    const closes = page.waitForEvent('close');
    await page.close({ runBeforeUnload: true });
    await closes;
    const next = await page.context().newPage();
    await next.goto(`${url}/about`);
    return next;
  },
};

/** Opens a page of a first visit, until it can be typed into. */
async function comesTo(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForFunction(() => Reflect.get(globalThis, 'stopSavingEarly') !== undefined);
}

/** What is in local storage, except the term, which reveals nothing about anybody. */
function entriesLeft(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Object.entries(localStorage).flatMap((entry) => (entry[0] === 'term' ? [] : [entry.join()])),
  );
}

/** Both kinds of delay. The short version tries the second one with only one way of leaving. */
const partings = Object.entries(holds).flatMap(([what, hold]) =>
  Object.entries(ways).map(([how, leave]) => ({ what, hold, how, leave })),
);
for (const [index, { what, hold, how, leave }] of partings.entries())
  test(`a page that is left ${how} before ${what} loses no letter${index < 5 ? ' @slow' : ' @long'}`, async ({
    page,
    context,
    server,
  }) => {
    const goOn = await hold(context);
    await comesTo(page, `${server.url}/about`);
    await page.locator('[name=first_name]').fill('Zoë');
    const left = leave(page, server.url);
    // The next page is delayed in the same way, until the old one is left.
    if (how === 'by closing it') await page.waitForEvent('close');
    else await page.waitForEvent('framenavigated');
    goOn();
    const applicant = new Applicant(await left, server);
    await applicant.hasAnswered('First name', 'Zoë');
    await applicant.reads('Saved on this device');
    expect(await entriesLeft(applicant.page)).toEqual([]);
    await applicant.page.reload();
    await applicant.hasAnswered('First name', 'Zoë');
  });

test('the same holds for every kind of field, and the next page may be a different one @slow', async ({
  page,
  context,
  applicant,
  server,
}) => {
  const field = (name: string) => page.locator(`[name="${name}"]`);
  const goOn = await holds['its script loads'](context);
  await comesTo(page, `${server.url}/about`);
  await field('first_name').fill('Zoë 👩🏽‍🎓');
  await field('country').selectOption('CAN');
  await field('phone_home').fill('5705550142');
  await field('birth_date-month').fill('3');
  await field('birth_date-day').fill('5');
  await field('birth_date-year').fill('1999');
  await page.locator('label:has([name=military_veteran][value=yes])').click();
  await page.locator('label:has([name=race_asian])').click();
  await page.locator('label:has([name=race_white])').click();
  await page.locator('label:has([name=race_white])').click();
  await page.goto(`${server.url}/login`, { waitUntil: 'commit' });
  const [entry = ''] = await entriesLeft(page);
  expect(entry).toMatch(/^last-words\/early\/[\d.]+,[\d,]+$/);
  goOn();
  await expect.poll(() => entriesLeft(page)).toEqual([]);
  await applicant.opens('/about');
  await expect(field('country')).toHaveValue('CAN');
  await expect(field('birth_date-year')).toHaveValue('1999');
  await expect(field('birth_date-month')).toHaveValue('3');
  await expect(field('phone_home')).toHaveValue('5705550142');
  await expect(page.locator('[name=military_veteran][value=yes]')).toBeChecked();
  await expect(field('race_asian')).toBeChecked();
  await expect(field('race_white')).not.toBeChecked();
  await expect(field('first_name')).toHaveValue('Zoë 👩🏽‍🎓');
});

test('the last entered answer replaces one that an earlier visit has stored @long', async ({
  page,
  context,
  applicant,
}) => {
  await applicant.opens('/about');
  await applicant.answers('First name', 'Ann');
  await applicant.answers('Last name', 'Lovelace');
  await applicant.reads('Saved on this device');
  const goOn = await holds['its script loads'](context);
  await page.reload({ waitUntil: 'commit' });
  await page.waitForFunction(() => Reflect.get(globalThis, 'stopSavingEarly') !== undefined);
  await page.locator('[name=first_name]').fill('Zoë');
  const again = page.reload();
  goOn();
  await again;
  await applicant.hasAnswered('First name', 'Zoë');
  await applicant.hasAnswered('Last name', 'Lovelace');
});

test('text typed into a card is not stored, and on a shared computer nothing is @slow', async ({
  page,
  context,
  applicant,
  server,
}) => {
  await applicant.opens('/about');
  await applicant.presses('Account');
  await applicant.presses('Use as a shared computer');
  await applicant.reads(/^Not saved here/);
  await holds['its script loads'](context);
  await comesTo(page, `${server.url}/about`);
  await page.locator('[name=first_name]').fill('Zoë');
  await comesTo(page, `${server.url}/signup`);
  expect(await entriesLeft(page)).toEqual(['last-words/off,']);
  await page.evaluate(() => localStorage.clear());
  await page.locator('[name=username]').fill('zoe@example.org');
  await page.locator('[name=password]').fill('Correct horse 7 battery!');
  await comesTo(page, `${server.url}/signup`);
  expect(await entriesLeft(page)).toEqual([]);
});
