import { expect, type Page } from 'playwright/test';
import { mainHeadings, overflow, violations } from './checks.ts';
import { clipped, lowTargets, spaceText, unseenFocus } from './layout-checks.ts';
import { modeInTurn, modes, takeMode } from './modes.ts';
import { test } from './state.ts';
import { states } from './states.ts';

/** Of every so many states, one is tested in a single mode, too. */
const EVERY = 25;

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
  const ways = [
    { where: 'at every width and in all colors @long', inModes: modes },
    ...(index % EVERY === 0 ? [{ where: 'in one mode', inModes: [modeInTurn(index / EVERY)] }] : []),
  ];
  for (const { where, inModes } of ways)
    test(`${state.name}: nothing to complain of ${where}`, async ({ scene }) => {
      const { page } = scene;
      await state.bring(scene);
      const complaints: string[] = [];
      for (const mode of inModes) {
        const name = `${mode.width} px, ${mode.color}`;
        await takeMode(page, mode);
        complaints.push(
          ...(await violations(page, state.exempt?.rules)).map((violation) => `${name}: ${violation}`),
        );
        const wider = await overflow(page);
        if (wider > 0) complaints.push(`${name}: ${wider} px wider than the window`);
      }
      if (inModes === modes) complaints.push(...(await layoutComplaints(page)));
      expect(complaints).toEqual([]);
      expect(await page.title()).toContain(state.title);
      expect(await mainHeadings(page)).toHaveLength(1);
    });
}
