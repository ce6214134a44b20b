import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { AXE_OPTIONS } from './axe-options.ts';
import { drawn } from './drawn.ts';

/** The complaints of axe, each with rule, element and reason; empty if there are none. */
export async function violations(page: Page, exempt: readonly string[] = []): Promise<readonly string[]> {
  await drawWhole(page);
  const { violations: found } = await new AxeBuilder({ page })
    .options({
      ...AXE_OPTIONS,
      rules: {
        ...AXE_OPTIONS.rules,
        ...Object.fromEntries(exempt.map((rule) => [rule, { enabled: false }])),
      },
    })
    // There are no frames: one page, one scan.
    .setLegacyMode(true)
    .analyze();
  const complaints: string[] = [];
  for (const { id, nodes } of found) {
    for (const { target, failureSummary = '' } of nodes) {
      const selector = target.join(' ');
      const isCovered = id === 'target-size' && failureSummary.includes('obscured');
      if (isCovered && (await scrollsClear(page, selector))) continue;
      complaints.push(`${id}: ${selector}: ${failureSummary.split('\n')[1] ?? ''}`.trim());
    }
  }
  return complaints;
}

/**
 * Also renders the sections far from the screen: a browser reports colors for skipped sections that nobody sees
 * (https://github.com/dequelabs/axe-core/issues/2768).
 */
async function drawWhole(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { content-visibility: visible !important }');
    document.adoptedStyleSheets = [sheet];
  });
  await drawn(page);
}

/** True if a target that is partly under a bar or a toast is fully visible once the page is scrolled to it. */
function scrollsClear(page: Page, selector: string): Promise<boolean> {
  return page.locator(selector).evaluate(async (target) => {
    target.scrollIntoView({ block: 'center', behavior: 'instant' });
    // An open list moves with it, or closes, within the next frames.
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    const { left, top, width, height } = target.getBoundingClientRect();
    const parts = [0.1, 0.5, 0.9];
    return parts.every((x) =>
      parts.every((y) => {
        const hit = document.elementFromPoint(left + width * x, top + height * y);
        return hit !== null && (target.contains(hit) || hit.contains(target));
      }),
    );
  });
}

/** How many px wider than the window the page is. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}

/** The texts of the visible headings of the first level. */
export function mainHeadings(page: Page): Promise<readonly string[]> {
  return page
    .locator('h1')
    .evaluateAll((headings) =>
      headings.filter((heading) => heading.checkVisibility()).map(({ textContent }) => textContent),
    );
}
