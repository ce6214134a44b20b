import type { Page } from 'playwright/test';

const NUM_FRAMES = 3;

/** A window of another width, other colours, and what has come near the screen, are there with the frames that follow. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(async (wanted) => {
    for (let frame = 0; frame < wanted; frame += 1) await new Promise(requestAnimationFrame);
  }, NUM_FRAMES);
}
