import { expect } from 'playwright/test';
import { mainHeadings, overflow, violations } from './checks.ts';
import { modeInTurn, modes, takeMode } from './modes.ts';
import { test } from './state.ts';
import { states } from './states.ts';

/** `npm run test:access` tries every width and colour; `npm test` one of them for each state, in turn. */
const isFull = process.env['ACCESS'] === 'full';

test.describe.configure({ timeout: 180_000 });

for (const [index, state] of states.entries()) {
  test.describe(() => {
    if (state.browser !== undefined) test.use(state.browser);

    test(`${state.name}: nothing to complain of`, async ({ scene }) => {
      const { page } = scene;
      await state.bring(scene);
      const complaints: string[] = [];
      for (const mode of isFull ? modes : [modeInTurn(index)]) {
        const name = `${mode.width} px, ${mode.colour}`;
        await takeMode(page, mode);
        complaints.push(...(await violations(page)).map((violation) => `${name}: ${violation}`));
        const wider = await overflow(page);
        if (wider > 0) complaints.push(`${name}: ${wider} px wider than the window`);
      }
      expect(complaints).toEqual([]);
      expect(await page.title()).toContain(state.title);
      if (state.isPassing !== true) expect(await mainHeadings(page)).toHaveLength(1);
    });
  });
}
