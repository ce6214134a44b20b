import { autofill, description, expect, expectReported, paste, test } from './gallery.ts';

test('a text reports every letter, has its name and says what is optional', async ({ page }) => {
  const input = page.getByRole('textbox', { name: 'Middle name (optional)' });
  await input.pressSequentially('Ana');
  await expectReported(page, 'middle_name', 'Ana');
  await expect(input).toHaveAttribute('name', 'middle_name');
  await expect(page.locator('#middle_name')).toContainText('Middle name');
  expect(await description(input)).toContain('As on your passport.');
});

test('a text takes autofill @slow', async ({ page }) => {
  await autofill(page.locator('[name=first_name]'), 'Marisol');
  await expectReported(page, 'first_name', 'Marisol');
});

test('a text in Arabic runs from right to left @long', async ({ page }) => {
  const input = page.locator('[name=first_name]');
  await input.fill('Ana');
  await expect(input).toHaveCSS('direction', 'ltr');
  await input.fill('محمد بن سلمان.');
  await expect(input).toHaveCSS('direction', 'rtl');
});

test('an error is tied to its input @slow', async ({ page }) => {
  const input = page.getByRole('textbox', { name: 'E-mail address' });
  await expect(input).toHaveAttribute('aria-invalid', 'true');
  await expect(page.locator('#email')).toHaveAttribute('data-invalid', 'true');
  expect(await description(input)).toContain('Please provide a valid email address.');
});

test('a disabled text takes no letters @long', async ({ page }) => {
  await expect(page.getByRole('textbox', { name: 'Preferred name' })).toBeDisabled();
});

test('a paste that the limit cuts says so, and keeps what fits @slow', async ({ page }) => {
  const input = page.locator('[name=first_name]');
  await paste(input, 'x'.repeat(60));
  await expect(input).toHaveValue('x'.repeat(45));
  await expect(page.locator('#first_name')).toContainText(
    'Your text was 15 characters too long. The end was left out.',
  );
  await page.keyboard.press('Backspace');
  await expect(page.locator('#first_name')).not.toContainText('left out');
});

test('a paste leaves out what nobody can see, and nothing else @slow', async ({ page }) => {
  const input = page.locator('[name=first_name]');
  await paste(input, '\ufeffZoë\u200b 👩🏽‍🎓 نمی‌دانم ');
  await expectReported(page, 'first_name', 'Zoë 👩🏽‍🎓 نمی‌دانم ');
  await page.keyboard.type('x');
  await expectReported(page, 'first_name', 'Zoë 👩🏽‍🎓 نمی‌دانم x');
  await expect(input).toHaveValue('Zoë 👩🏽‍🎓 نمی‌دانم x');
});

test('a long text has a live count, announced only near its end @slow', async ({ page }) => {
  const field = page.locator('#essay');
  const input = page.getByRole('textbox', { name: 'Describe your experience' });
  await input.fill('Hello');
  await expect(field).toContainText('5 of 200 characters');
  const announced = page.getByRole('status').getByText(/characters left$/);
  await expect(announced).toHaveCount(0);
  await input.fill('a'.repeat(190));
  await expect(field).toContainText('190 of 200 characters');
  await expect(announced).toHaveText('10 characters left');
});

test('a paste into a long text that the limit cuts says so @long', async ({ page }) => {
  const input = page.getByRole('textbox', { name: 'Describe your experience' });
  await paste(input, 'y'.repeat(320));
  await expect(input).toHaveValue('y'.repeat(200));
  await expect(page.locator('#essay')).toContainText('Your text was 120 characters too long.');
});

test('a password is shown and hidden by touch and keyboard, and takes a paste', async ({ page }) => {
  const input = page.locator('[name=password]');
  await paste(input, 'Correct horse 1');
  await expect(input).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(input).toHaveAttribute('type', 'text');
  await expect(page.getByRole('status').getByText('Your password is shown.')).toBeAttached();
  await page.getByRole('button', { name: 'Hide password' }).press('Enter');
  await expect(input).toHaveAttribute('type', 'password');
  await expect(input).toHaveValue('Correct horse 1');
});

test('the checklist marks what is done, also in words @slow', async ({ page }) => {
  const list = page.getByRole('list', { name: 'Your password' });
  await expect(list.getByRole('listitem').first()).toHaveText('is at least 12 characters');
  await page.locator('[name=password]').fill('long enough by far');
  await expect(list.getByRole('listitem').first()).toHaveText('Done: is at least 12 characters');
  await expect(list.getByRole('listitem').nth(1)).toHaveText('Not yet: contains at least one number');
  await expect(page.getByText('1 of 3 requirements met')).toBeAttached();
});

test('the checklist is announced when typing pauses, not at every key @long', async ({ page }) => {
  const announced = page.getByRole('status').getByText(/requirements met/);
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(globalThis, { heard });
    new MutationObserver((changes) => {
      const texts = changes.flatMap(({ addedNodes }) =>
        [...addedNodes].map((node) => node.textContent ?? ''),
      );
      heard.push(...texts.filter((text) => text.includes('requirements met')));
    }).observe(document.body, { childList: true, subtree: true });
  });
  // The page's clock stands still: on a busy machine, keys may be a second apart.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.locator('[name=password]').pressSequentially('Correct horse 7 battery');
  await page.clock.runFor(5000);
  await expect(announced).toHaveText('All requirements met');
  expect(await page.evaluate(() => Reflect.get(globalThis, 'heard'))).toEqual(['All requirements met']);
});
