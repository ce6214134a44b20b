import { expect, type Locator, type Page, test as base } from 'playwright/test';

export const GALLERY_URL =
  process.env['GALLERY_URL'] ?? 'http://127.0.0.1:3141/src/testing/gallery/gallery.html';

/** A test that begins on the page with all widgets, and fails on any error in its console. */
export const test = base.extend({
  page: async ({ page }, use) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    await page.goto(GALLERY_URL);
    await page.getByRole('heading', { name: 'Widgets' }).waitFor();
    await use(page);
    expect(errors).toEqual([]);
  },
});

export { expect };

/** What the fields have reported so far, by key. */
export async function reported(page: Page): Promise<Record<string, string>> {
  return JSON.parse((await page.getByLabel('Reported answers').textContent()) ?? '{}');
}

export async function expectReported(page: Page, key: string, value: string): Promise<void> {
  await expect.poll(async () => (await reported(page))[key]).toBe(value);
}

/** Fills an input as browsers and password managers do: the value at once, then plain events. */
export async function autofill(input: Locator, value: string): Promise<void> {
  await input.evaluate((element, text) => {
    const prototype =
      element instanceof HTMLSelectElement ? HTMLSelectElement.prototype : HTMLInputElement.prototype;
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(element, text);
    element.dispatchEvent(new Event('input', { bubbles: true }));
    element.dispatchEvent(new Event('change', { bubbles: true }));
  }, value);
}

/** Pastes as the keyboard does, through the clipboard's own path. */
export async function paste(input: Locator, text: string): Promise<void> {
  const page = input.page();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((words) => navigator.clipboard.writeText(words), text);
  await input.focus();
  await page.keyboard.press('ControlOrMeta+V');
}

/** The words that a screen reader adds to a control: its hint and its errors. */
export function description(control: Locator): Promise<string> {
  return control.evaluate((element) =>
    (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' ')
      .trim(),
  );
}
