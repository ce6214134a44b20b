import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright/test';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe complains of: the rule, where, and why. Empty is good. */
export async function violations(page: Page, exempt: readonly string[] = []): Promise<readonly string[]> {
  const { violations: found } = await new AxeBuilder({ page })
    .options({
      runOnly: { type: 'tag', values: TAGS },
      // What passes is not described in full, which takes as long as finding it out.
      resultTypes: ['violations'],
      rules: {
        'target-size': { enabled: true },
        ...Object.fromEntries(exempt.map((rule) => [rule, { enabled: false }])),
      },
    })
    // There are no frames: one page, one scan.
    .setLegacyMode(true)
    .analyze();
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) =>
      `${id}: ${target.join(' ')}: ${failureSummary.split('\n')[1] ?? ''}`.trim(),
    ),
  );
}

/** How many px the page is wider than the window. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}

/** The headings of the first level that can be seen. */
export function mainHeadings(page: Page): Promise<readonly string[]> {
  return page
    .locator('h1')
    .evaluateAll((headings) =>
      headings.filter((heading) => heading.checkVisibility()).map(({ textContent }) => textContent),
    );
}
