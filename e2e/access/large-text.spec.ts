import { expect, type Locator, type Page } from 'playwright/test';
import { overflow } from './checks.ts';
import { drawn } from './drawn.ts';
import { test } from './state.ts';

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

for (const percent of [150, 200]) {
  for (const width of [320, 390, 768, 1280]) {
    test(`with text of ${percent} % at ${width} px, all stays within the window and in whole words`, async ({
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
