import { expect, type Page } from 'playwright/test';
import { test } from '../support/test.ts';

/** The Back of an Android phone asks the newest watcher to close. Other systems ask by Escape, which sends a key too. */
async function notesWatchers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const Watcher: new () => object = Reflect.get(globalThis, 'CloseWatcher');
    const all = new Set<object>();
    class Noted extends Watcher {
      constructor() {
        super();
        all.add(this);
      }
      destroy() {
        all.delete(this);
        Reflect.apply(Reflect.get(Watcher.prototype, 'destroy'), this, []);
      }
    }
    Object.assign(globalThis, {
      CloseWatcher: Noted,
      goBack: () => {
        const newest = [...all].at(-1);
        if (newest === undefined) history.back();
        else Reflect.apply(Reflect.get(newest, 'requestClose'), newest, []);
      },
    });
  });
}

const goesBack = (page: Page) => page.evaluate(() => Reflect.get(globalThis, 'goBack')());

test.beforeEach(({ page }) => notesWatchers(page));

const layers = [
  { what: 'Help', button: 'Help', role: 'dialog', name: 'Technical help', tag: '' },
  { what: 'the account menu', button: 'Account', role: 'dialog', name: 'Account', tag: ' @slow' },
] as const;
for (const { what, button, role, name, tag } of layers)
  test(`Back closes ${what} and stays on the page${tag}`, async ({ page, applicant }) => {
    await applicant.opens('/education');
    await applicant.opens('/about');
    await applicant.presses(button);
    const layer = page.getByRole(role, { name });
    await expect(layer).toBeVisible();
    await goesBack(page);
    await expect(layer).toHaveCount(0);
    await applicant.isAt('/about');
    await goesBack(page);
    await applicant.isAt('/education');
  });

test('Back closes a list, and the answer stays @slow', async ({ page, applicant }) => {
  await applicant.opens('/about');
  await page.locator('[name=address_line_1]').scrollIntoViewIfNeeded();
  const address = page.getByRole('combobox', { name: 'Address line 1' });
  await address.pressSequentially('121 North L');
  const list = page.getByRole('listbox');
  await expect(list).toBeVisible();
  await goesBack(page);
  await expect(list).toHaveCount(0);
  await expect(address).toHaveValue('121 North L');
  await applicant.isAt('/about');
});

test('Escape closes Help alone @slow', async ({ page, applicant }) => {
  await applicant.opens('/about');
  await applicant.presses('Help');
  const help = page.getByRole('dialog', { name: 'Technical help' });
  await expect(help).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(help).toHaveCount(0);
  await applicant.isAt('/about');
});
