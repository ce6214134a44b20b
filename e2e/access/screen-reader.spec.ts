import { expect, type Page } from 'playwright/test';
import { TEXT_MAX_CHARS } from '#limits.ts';
import { test } from './state.ts';

/** Records the texts of live regions, as a screen reader would read them out. */
async function listens(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.addInitScript(() => {
    const heard: string[] = [];
    Object.assign(globalThis, { heard });
    const live =
      '[aria-live="polite"], [aria-live="assertive"], [role=status], [role=alert], [role=alertdialog]';
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const element = target instanceof Element ? target : target.parentElement;
        const region = element?.closest(live) ?? element?.querySelector(live);
        const text = region?.textContent.trim() ?? '';
        if (text !== '' && heard.at(-1) !== text) heard.push(text);
      }
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  return () => page.evaluate(() => Reflect.get(globalThis, 'heard') as string[]);
}

test('a screen reader finds landmarks, headings and fields with names and descriptions', async ({
  scene,
}) => {
  const { page, applicant } = scene;
  await applicant.opens('/about');
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - link "Skip to the form"
    - banner:
      - button "Help"
      - button "Account"
    - main:
      - navigation "Application":
        - list:
          - listitem:
            - link "About You"
          - listitem:
            - link "Education"
          - listitem:
            - link "Final Steps"
      - heading "About You" [level=1]
    - contentinfo
  `);
  await expect(page.getByRole('heading').first()).toHaveText('About You');
  // Eight sections: their headings suffice.
  await expect(page.getByRole('region')).toHaveCount(0);
  await expect(
    page.getByRole('navigation').getByRole('link', { name: 'About You', exact: true }),
  ).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('textbox', { name: 'First name', exact: true })).toHaveAttribute(
    'aria-required',
    'true',
  );
  await expect(page.getByRole('group', { name: 'Birth date' }).getByLabel('Month')).toBeVisible();
  await expect(page.getByLabel('Address line 1')).toHaveAccessibleDescription(/Start typing/);
  await expect(
    page.getByRole('radiogroup', { name: 'Are you a veteran of the U.S. armed forces?' }).getByRole('radio'),
  ).not.toHaveCount(0);
});

test('all fields of a page speak through one live region @slow', async ({ scene }) => {
  const { page, applicant } = scene;
  const heard = await listens(page);
  await applicant.opens('/about');
  const live = page.locator('[role=status], [role=alert], [role=log], [aria-live]');
  await expect(page.locator('main').locator(live)).toHaveCount(0);
  await applicant.answers('Home phone', '+49 170 1234567');
  const first = page.getByRole('textbox', { name: 'First name', exact: true });
  await first.fill('a'.repeat(TEXT_MAX_CHARS));
  await page.keyboard.type('b');
  await expect(first).toHaveAccessibleDescription(/characters and is full\.$/);
  const said = page.getByRole('status').filter({ hasText: 'Please add a phone number outside' });
  await expect(said).toHaveCount(1);
  await expect(said).toContainText('characters and is full.');
  await expect.poll(async () => (await heard()).join()).toContain('Saved on this device');
});

test('a screen reader hears that answers are kept, and each error at its field @slow', async ({ scene }) => {
  test.setTimeout(180_000);
  const { page, applicant } = scene;
  const heard = await listens(page);
  await applicant.comesLoggedIn('/about');
  await applicant.answers('First name', 'Zoë');
  await applicant.reads(/Saved to your account/);
  // Announced once the status has settled, not after each letter.
  await expect.poll(heard).toContainEqual(expect.stringMatching(/^Saved to your account/));

  await page.getByRole('navigation').getByRole('link', { name: 'Final Steps' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Final Steps' })).toBeFocused();
  await expect(page).toHaveTitle(/^Final Steps/);
  await applicant.presses('Submit');
  await expect(page.getByRole('group', { name: "We're missing some information!" })).toBeFocused();
  await page.getByRole('link', { name: 'Please enter your last name.' }).click();
  const lastName = page.getByRole('textbox', { name: 'Last name' });
  await expect(lastName).toBeFocused();
  await expect(lastName).toHaveAttribute('aria-invalid', 'true');
  await expect(lastName).toHaveAccessibleDescription(/Please enter your last name\./);
});

test('pressing Save has a visible and an announced result, even if all was saved before @long', async ({
  scene,
}) => {
  const { page, applicant } = scene;
  const heard = await listens(page);
  const told = async () => (await heard()).filter((text) => text.startsWith('Saved to your account')).length;
  await applicant.comesLoggedIn('/about');
  await applicant.answers('First name', 'Zoë');
  await applicant.reads(/Saved to your account/);
  await expect.poll(told).toBe(1);
  for (const count of [2, 3]) {
    await applicant.presses('Save');
    await expect.poll(told).toBe(count);
    await expect(
      page
        .locator('.form-standing')
        .getByText(/^Saved to your account/)
        .locator('..')
        .locator('svg'),
    ).toBeVisible();
  }
});

test('a screen reader hears once that answers wait, and not each second of it @long', async ({ scene }) => {
  const { page, applicant } = scene;
  const heard = await listens(page);
  await applicant.comesLoggedIn('/about');
  await page.route('**/api/answer', (route) => route.fulfill({ status: 503, json: { message: 'Not now.' } }));
  await applicant.answers('First name', 'Zoë');
  // The pauses grow. The first ones are too short to be announced.
  await expect
    .poll(heard, { timeout: 40_000 })
    .toContainEqual(expect.stringMatching(/^Trying again soon: 1 answer waiting\./));
  expect((await heard()).filter((text) => /in \d+ s/.test(text))).toEqual([]);
});
