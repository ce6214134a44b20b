import { expect, type Page } from 'playwright/test';
import { takeMode } from './modes.ts';
import { test } from './state.ts';
import { states } from './states.ts';

/** The first states are the pages of the form. */
const PAGES = 3;
const WITHOUT_CONTROLS = [
  'full-screen loading',
  'read-only service view',
  'a service link that is no longer good',
];

/**
 * The controls that are not made with the widget library. The library marks what it makes: its own components by
 * `data-rac`, buttons (or their labels) by `data-react-aria-pressable`, and the close buttons of overlays and the
 * labels of inputs by their ids. `src/ui/controls.node.test.ts` tests that we write no such mark ourselves.
 */
function strangers(page: Page): Promise<{ readonly count: number; readonly found: readonly string[] }> {
  return page.evaluate(() => {
    const roles = ['button', 'link', 'tab', 'option', 'menuitem', 'checkbox', 'radio', 'switch', 'combobox'];
    const all = [
      'button, a[href], input, select, textarea, summary, [contenteditable]',
      '[tabindex]:not([tabindex="-1"])',
      ...roles.map((role) => `[role=${role}]`),
    ].join();
    const controls = [...document.querySelectorAll<HTMLElement>(all)].filter(
      (control) => control.checkVisibility() && control.closest('[aria-hidden=true]') === null,
    );
    const isOfLibrary = (control: HTMLElement) => {
      const labels = 'labels' in control && control.labels instanceof NodeList ? [...control.labels] : [];
      return [control, ...labels].some(
        (element) =>
          element instanceof HTMLElement &&
          (element.matches('[data-rac], [data-react-aria-pressable]') || element.id.startsWith('react-aria')),
      );
    };
    return {
      count: controls.length,
      found: controls
        .filter((control) => !isOfLibrary(control))
        .map(({ outerHTML }) => outerHTML.slice(0, 160)),
    };
  });
}

test('a control that is not from the library is found, whatever it is made of', async ({ page }) => {
  await page.setContent(`
    <button>Save</button> <a href="/about">About</a> <div role="button" tabindex="0">Send</div>
    <label>Name <input></label> <p tabindex="0">More</p> <button data-react-aria-pressable>Close</button>`);
  expect(await strangers(page)).toMatchObject({ count: 6, found: { length: 5 } });
});

test.describe.configure({ timeout: 120_000 });

for (const [index, state] of states.entries()) {
  test(`${state.name}: every control stands on the widget library${index < PAGES ? ' @slow' : ' @long'}`, async ({
    scene,
  }) => {
    const { page } = scene;
    await state.bring(scene);
    for (const width of [390, 1280]) {
      await takeMode(page, { width, color: 'light' });
      const { count, found } = await strangers(page);
      expect(count > 0, `at ${width} px`).toBe(!WITHOUT_CONTROLS.includes(state.name));
      expect(found, `at ${width} px`).toEqual([]);
    }
  });
}
