import { expect, type Page } from 'playwright/test';
import { isFull } from '#testing/extent.node.ts';
import { mainHeadings, overflow, violations } from './checks.ts';
import { clipped, lowTargets, spaceText, unseenFocus } from './layout-checks.ts';
import { modeInTurn, modes, takeMode } from './modes.ts';
import { test } from './state.ts';
import { states } from './states.ts';

/** The full version tests every state at every width and in all colors, the short one some of them in turn. */
const SHORT_EVERY = 25;

/** Checks that axe does not make: small targets, spaced text that is cut off, focus that is not visible. */
async function layoutComplaints(page: Page): Promise<readonly string[]> {
  const complaints: string[] = [];
  for (const width of [320, 1280]) {
    await takeMode(page, { width, color: 'light' });
    const back = await spaceText(page);
    complaints.push(...(await clipped(page)).map((element) => `${width} px, spaced, cut: ${element}`));
    const wider = await overflow(page);
    if (wider > 0) complaints.push(`${width} px, spaced: ${wider} px wider than the window`);
    await back();
    complaints.push(...(await lowTargets(page)).map((target) => `${width} px, ${target}`));
  }
  for (const width of [390, 1280]) {
    await takeMode(page, { width, color: 'light' });
    complaints.push(...(await unseenFocus(page)).map((focus) => `${width} px, focus ${focus}`));
  }
  return complaints;
}

test.describe.configure({ timeout: 180_000 });

for (const [index, state] of states.entries()) {
  if (!isFull && index % SHORT_EVERY !== 0) continue;
  test(`${state.name}: nothing to complain of`, async ({ scene }) => {
    const { page } = scene;
    await state.bring(scene);
    const complaints: string[] = [];
    for (const mode of isFull ? modes : [modeInTurn(index / SHORT_EVERY)]) {
      const name = `${mode.width} px, ${mode.color}`;
      await takeMode(page, mode);
      complaints.push(
        ...(await violations(page, state.exempt?.rules)).map((violation) => `${name}: ${violation}`),
      );
      const wider = await overflow(page);
      if (wider > 0) complaints.push(`${name}: ${wider} px wider than the window`);
    }
    if (isFull) complaints.push(...(await layoutComplaints(page)));
    expect(complaints).toEqual([]);
    expect(await page.title()).toContain(state.title);
    expect(await mainHeadings(page)).toHaveLength(1);
  });
}
