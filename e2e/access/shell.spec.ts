import { expect, type Locator } from 'playwright/test';
import { tenant } from '#tenant/tenant.ts';
import { drawn } from './drawn.ts';
import { test } from './state.ts';

const lineColor = (link: Locator) =>
  link.evaluate((element) => getComputedStyle(element, '::after').borderBlockEndColor);

test('in forced colors the current page has a line of its own color', async ({ scene }) => {
  const { page, applicant } = scene;
  await page.emulateMedia({ forcedColors: 'active' });
  await applicant.opens('/about');
  const links = page.getByRole('navigation').getByRole('link');
  expect(await lineColor(links.nth(0))).not.toBe(await lineColor(links.nth(1)));
});

test('no logo is better than a broken one @slow', async ({ scene }) => {
  const { page, applicant } = scene;
  await applicant.opens('/about');
  const logo = page.locator('.header-brand img');
  await expect(logo).toBeVisible();
  const source = page.locator('.header-brand source');
  await source.evaluate((element: HTMLSourceElement) => {
    element.media = 'all';
    element.srcset = '/no-such-logo.svg';
  });
  await expect(logo).toHaveCSS('visibility', 'hidden');
  await source.evaluate((element: HTMLSourceElement) => {
    element.srcset = '/logo-dark.svg';
  });
  await expect(logo).toHaveCSS('visibility', 'visible');
});

test('the lines under the pages are aligned even if one name takes two lines @long', async ({ scene }) => {
  const { page, applicant } = scene;
  await page.setViewportSize({ width: 390, height: 844 });
  await applicant.opens('/about');
  const links = page.getByRole('navigation').getByRole('link');
  await links.nth(0).evaluate((link) => link.style.setProperty('word-spacing', '6rem'));
  await drawn(page);
  const feet = await links.evaluateAll((all) =>
    all.map((link) => link.parentElement!.getBoundingClientRect().bottom),
  );
  expect(new Set(feet).size).toBe(1);
});

test('a tap on its number calls the help desk @long', async ({ scene }) => {
  const { page, applicant } = scene;
  await applicant.opens('/about');
  await applicant.presses('Help');
  await expect(page.getByRole('link', { name: tenant.helpPhone })).toHaveAttribute(
    'href',
    `tel:${tenant.helpPhone.replaceAll(/\D/g, '')}`,
  );
  for (const link of await page.getByRole('dialog').getByRole('link').all()) {
    // The dialog grows as it opens.
    await expect.poll(async () => (await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
});

for (const [index, width] of [320, 1280, 390, 768].entries()) {
  test(`at ${width} px, the text of the last button in the header ends with the column${index < 2 ? ' @slow' : ' @long'}`, async ({
    scene,
  }) => {
    const { page, applicant } = scene;
    await page.setViewportSize({ width, height: 844 });
    await applicant.opens('/about');
    const end = page
      .getByRole('button', { name: 'Account', exact: true })
      .locator('span')
      .evaluate((text) => Math.round(text.getBoundingClientRect().right));
    const column = page.locator('.welcome').evaluate((box) => Math.round(box.getBoundingClientRect().right));
    // The border of the button may be beside it.
    expect(Math.abs((await end) - (await column))).toBeLessThanOrEqual(1);
  });
}
