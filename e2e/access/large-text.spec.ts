import { expect, type Locator, type Page } from 'playwright/test';
import { tenant } from '#tenant/tenant.ts';
import { overflow } from './checks.ts';
import { drawn } from './drawn.ts';
import { test, type Scene } from './state.ts';
import { states } from './states.ts';

const NORMAL_PX = 16;

/** Sets the browser's own text size. Media queries in em depend on it. */
async function setsTextSize(page: Page, px: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: px } });
}

/** The words that are broken over several lines within these elements. */
function brokenWords(within: Locator): Promise<readonly string[]> {
  return within.evaluateAll((elements) =>
    elements.flatMap((element) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const found: string[] = [];
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        for (const { 0: word, index } of (node.textContent ?? '').matchAll(/\S+/g)) {
          const range = new Range();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
            found.push(word);
        }
      }
      return found;
    }),
  );
}

/** The pairs of these elements whose texts overlap. */
function overlaps(parts: Locator): Promise<readonly string[]> {
  return parts.evaluateAll((elements) => {
    const shown = elements.filter((element) => element.checkVisibility());
    const boxes = shown.map((element) => {
      // The box of the text, which may be larger than that of its element.
      const range = new Range();
      range.selectNodeContents(element);
      return { name: element.textContent, box: range.getBoundingClientRect() };
    });
    return boxes.flatMap((one, index) =>
      boxes
        .slice(index + 1)
        .filter(
          ({ box }) =>
            box.left < one.box.right - 1 &&
            one.box.left < box.right - 1 &&
            box.top < one.box.bottom - 1 &&
            one.box.top < box.bottom - 1,
        )
        .map((other) => `${one.name} / ${other.name}`),
    );
  });
}

for (const [percent, widths] of [
  [150, [1280, 320, 390, 768]],
  [200, [320, 1280, 390, 768]],
] as const) {
  for (const [index, width] of widths.entries()) {
    test(`with text of ${percent} % at ${width} px, all stays within the window and in whole words${index < 1 ? '' : ' @long'}`, async ({
      scene,
    }) => {
      const { page, applicant } = scene;
      await page.setViewportSize({ width, height: 844 });
      await setsTextSize(page, (NORMAL_PX * percent) / 100);
      await applicant.opens('/about');
      await applicant.answers('First name', 'Zoë');
      await applicant.reads('Saved on this device');
      await drawn(page);

      expect(await overflow(page)).toBeLessThanOrEqual(0);
      expect(await brokenWords(page.locator('.header, .navigation, .form-actions'))).toEqual([]);
      expect(await overlaps(page.locator('.header-brand strong, .header-actions .ui-button'))).toEqual([]);
      expect(await overlaps(page.locator('.navigation a'))).toEqual([]);
      expect(await overlaps(page.locator('.form-actions :is(.ui-status-seen, .ui-button)'))).toEqual([]);

      for (const name of ['Save', 'Continue']) {
        const button = page.getByRole('button', { name, exact: true });
        await button.scrollIntoViewIfNeeded();
        await expect(button).toBeInViewport({ ratio: 1 });
      }
    });
  }
}

for (const [index, { width, px }] of [
  { width: 1280, px: 32 },
  { width: 320, px: 16 },
  { width: 390, px: 32 },
].entries()) {
  test(`at ${width} px with text of ${px} px, the welcome leaves room for the questions, and opens${index < 2 ? ' @slow' : ' @long'}`, async ({
    scene,
  }) => {
    const { page, applicant } = scene;
    await page.setViewportSize({ width, height: 844 });
    await setsTextSize(page, px);
    await applicant.opens('/about');
    const [pitch = '', ...rest] = tenant.texts.welcome.paragraphs;
    await expect(page.getByText(pitch)).toBeVisible();
    const height = () => page.locator('.welcome').evaluate((banner) => banner.getBoundingClientRect().height);
    // Closed, it was as high as a screen and a half at 390 px.
    expect(await height()).toBeLessThan(844 * (width === 390 ? 0.6 : 0.4));
    const last = page.getByText(rest.at(-1) ?? tenant.texts.welcomeVisitor);
    await expect(last).toBeHidden();
    await page.getByText('Before you start').click();
    await expect(last).toBeVisible();
    await expect(page.getByText(tenant.texts.international)).toBeVisible();
    expect(await overflow(page)).toBeLessThanOrEqual(0);
  });
}

const bring = (scene: Scene, name: string) => states.find((state) => state.name === name)?.bring(scene);

test('however large the text, photos keep their names in whole words, and their tools within the dialog @long', async ({
  scene,
}) => {
  const { page } = scene;
  await bring(scene, 'photos to be put into one PDF');
  const dialog = page.getByRole('dialog', { name: 'Make one PDF of your photos' });
  for (const { width, px } of [
    { width: 320, px: 16 },
    { width: 390, px: 16 },
    { width: 390, px: 24 },
    { width: 320, px: 32 },
    { width: 390, px: 32 },
    { width: 768, px: 32 },
  ]) {
    await page.setViewportSize({ width, height: 844 });
    await setsTextSize(page, px);
    await drawn(page);
    const at = `${px} px in ${width} px`;
    expect(await brokenWords(dialog.getByRole('listitem').locator('span')), at).toEqual([]);
    for (const tool of ['Move page 1 down', 'Remove page 1', 'Move page 2 up', 'Remove page 2']) {
      const button = dialog.getByRole('button', { name: tool });
      await button.scrollIntoViewIfNeeded();
      await expect(button, at).toBeInViewport({ ratio: 0.98 });
    }
    const beyond = page.locator('.ui-modal').evaluate((modal) => modal.scrollWidth - modal.clientWidth);
    expect(await beyond, at).toBe(0);
  }
});

test('however large the text, the account menu stays within the window @long', async ({ scene }) => {
  const { page } = scene;
  await setsTextSize(page, NORMAL_PX * 2);
  await page.setViewportSize({ width: 390, height: 844 });
  await bring(scene, 'account menu');
  const menu = page.getByRole('dialog', { name: 'Account' });
  for (const { width, px } of [
    { width: 390, px: 32 },
    { width: 320, px: 32 },
    { width: 320, px: 24 },
  ]) {
    await setsTextSize(page, px);
    await page.setViewportSize({ width, height: 844 });
    await drawn(page);
    expect(await overflow(page), `${px} px in ${width} px`).toBeLessThanOrEqual(0);
    const beyond = menu.evaluate((element) => element.getBoundingClientRect().right - innerWidth);
    expect(await beyond, `${px} px in ${width} px`).toBeLessThanOrEqual(0);
  }
});

test('with large text, a dialog takes its layout for phones together with the page @long', async ({
  scene,
}) => {
  const { page } = scene;
  await page.setViewportSize({ width: 768, height: 844 });
  await setsTextSize(page, NORMAL_PX * 1.5);
  await bring(scene, 'the question whether to clear the device');
  const sheet = page.getByRole('dialog').locator('..');
  expect(await sheet.boundingBox()).toMatchObject({ x: 0, width: 768 });
});
