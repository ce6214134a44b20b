import type { Page } from 'playwright/test';

const NUM_FRAMES = 3;

/** Waits until a new width, new colors, and sections that are now near the screen are rendered. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(async (wanted) => {
    for (let frame = 0; frame < wanted; frame += 1) await new Promise(requestAnimationFrame);
  }, NUM_FRAMES);
}
