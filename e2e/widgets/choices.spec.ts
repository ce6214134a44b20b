import { autofill, description, expect, expectReported, test } from './gallery.ts';

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test("a select stays the phone's own @slow", async ({ page }) => {
    const select = page.locator('select[name=country]');
    await select.tap();
    await select.selectOption('CAN');
    await expectReported(page, 'country', 'CAN');
    await expect(page.getByRole('combobox', { name: 'Country', exact: true })).toHaveValue('CAN');
  });

  test('boxes and radios are hit anywhere in their row @slow', async ({ page }) => {
    await page.getByText('Black or African American').tap();
    await expectReported(page, 'race_black', 'true');
    const row = await page.locator('#veteran label', { hasText: 'No' }).boundingBox();
    expect(row?.height).toBeGreaterThanOrEqual(44);
    await page.locator('#veteran label', { hasText: 'No' }).tap({ position: { x: 100, y: 40 } });
    await expectReported(page, 'veteran', 'N');
  });
});

test('under a mouse, the rich select replaces the native one, in the same place, with typeahead', async ({
  page,
}) => {
  const native = page.locator('#country select');
  await native.scrollIntoViewIfNeeded();
  const before = await native.boundingBox();
  await native.hover();
  const button = page.locator('#country').getByRole('button');
  await expect(button).toBeVisible();
  expect(await button.boundingBox()).toEqual(before);
  await button.click();
  const list = page.getByRole('listbox');
  await expect(list.getByRole('option')).toHaveCount(29);
  await page.keyboard.type('jap');
  await page.keyboard.press('Enter');
  await expectReported(page, 'country', 'JAP');
  await expect(button).toContainText('Japan');
  await button.click();
  await list.getByRole('option', { name: '--' }).click();
  await expectReported(page, 'country', '');
});

test('the list of the rich select keeps 100 px from the edges of the window @long', async ({ page }) => {
  await page.locator('#country_2 select').hover();
  const button = page.locator('#country_2').getByRole('button');
  await button.click();
  const height = page.viewportSize()?.height ?? 0;
  // It gets its place in the frame after it appeared.
  await expect(async () => {
    const list = await page.locator('.ui-list-popover').boundingBox();
    const { x, width } = (await button.boundingBox()) ?? {};
    expect(list).toMatchObject({ x, width });
    expect(list?.y).toBeGreaterThanOrEqual(99);
    expect((list?.y ?? 0) + (list?.height ?? 0)).toBeLessThanOrEqual(height - 99);
  }).toPass();
});

test("in a window as low as a zoomed page's, a select stays the browser's own @long", async ({ page }) => {
  await page.setViewportSize({ width: 700, height: 360 });
  await page.locator('#country select').hover();
  await page.setViewportSize({ width: 700, height: 800 });
  await page.locator('#country_2 select').hover();
  await expect(page.locator('#country_2').getByRole('button')).toBeVisible();
  await expect(page.locator('#country select')).toBeVisible();
});

test('a select works by keyboard, and is not exchanged while it has the focus @slow', async ({ page }) => {
  const select = page.locator('#country select');
  await select.focus();
  await select.hover();
  await page.keyboard.type('Canada');
  await expectReported(page, 'country', 'CAN');
  await expect(select).toBeFocused();
});

test('a select accepts autofill, before and after a mouse was near @long', async ({ page }) => {
  await autofill(page.locator('select[name=country]'), 'FRA');
  await expectReported(page, 'country', 'FRA');
  await page.locator('#country select').hover();
  await expect(page.locator('#country').getByRole('button')).toContainText('France');
  await page.locator('select[name=country]').selectOption('PER');
  await expectReported(page, 'country', 'PER');
});

test('errors of selects are tied to them, native and rich @long', async ({ page }) => {
  expect(await description(page.locator('#country_2 select'))).toContain('Please choose your country.');
  await page.locator('#country_2 select').hover();
  const button = page.locator('#country_2').getByRole('button');
  await expect(button).toBeVisible();
  expect(await description(button)).toContain('Please choose your country.');
});

test('radios move by arrow keys and report their value', async ({ page }) => {
  const yes = page.getByRole('radiogroup', { name: 'Have you served' }).getByRole('radio', { name: 'Yes' });
  await yes.focus();
  await page.keyboard.press('Space');
  await expectReported(page, 'veteran', 'Y');
  await page.keyboard.press('ArrowRight');
  await expectReported(page, 'veteran', 'N');
  await expect(page.getByRole('radio', { name: 'No', exact: true })).toHaveAttribute('name', 'veteran');
});

test('the error of a radio group is tied to the group @slow', async ({ page }) => {
  const group = page.getByRole('radiogroup', { name: 'Highest degree' });
  expect(await description(group)).toContain('Please choose a degree.');
  expect(await description(group)).toContain('Choose the one that fits best.');
});

test('boxes of a group are checked one by one, also by keyboard', async ({ page }) => {
  const group = page.getByRole('group', { name: 'Race' });
  expect(await description(group)).toContain('Choose all that apply.');
  await group.getByRole('checkbox', { name: 'Asian' }).focus();
  await page.keyboard.press('Space');
  await group.getByRole('checkbox', { name: 'Black or African American' }).check();
  await expectReported(page, 'race_asian', 'true');
  await expectReported(page, 'race_black', 'true');
  await group.getByRole('checkbox', { name: 'Asian' }).uncheck();
  await expectReported(page, 'race_asian', '');
  await expect(group.getByRole('checkbox', { name: 'White' })).toBeDisabled();
});

test('a single box has its error, and is drawn at 18 px @long', async ({ page }) => {
  const checkbox = page.getByRole('checkbox', { name: 'I certify' });
  expect(await description(checkbox)).toContain('Please confirm this before you submit.');
  const mark = await page.locator('#legal .ui-mark').boundingBox();
  expect(mark).toMatchObject({ width: 18, height: 18 });
});

test('a month and a year are two selects under one name @slow', async ({ page }) => {
  const group = page.getByRole('group', { name: 'Attended from' });
  await group.getByRole('combobox', { name: 'Month' }).selectOption('February');
  await group.getByRole('combobox', { name: 'Year' }).selectOption('2024');
  await expectReported(page, 'from_month', '2');
  await expectReported(page, 'from_year', '2024');
});
