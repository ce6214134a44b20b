import { expect } from 'playwright/test';
import { readsSlowly } from '../support/reads-slowly.ts';
import { test } from '../support/test.ts';

test('unsent answers are there after a reload @slow', async ({ page, applicant }) => {
  await applicant.comesLoggedIn('/final-steps');
  await applicant.reads(/Saved to your account/);
  await page.route('**/api/{web-status,add-another,tabs}', (route) =>
    route.request().method() === 'GET' ? route.continue() : route.abort(),
  );
  await applicant.presses('Submit');
  await applicant.isAt('/about');
  await applicant.reads("We're missing some information!");
  await page.reload();
  await applicant.reads("We're missing some information!");

  const secondCollege = page.getByRole('heading', { name: 'College 2' });
  const words = page.getByRole('tab', { name: 'Describe your experience' });
  await page.getByRole('navigation').getByRole('link', { name: 'Education' }).click();
  await applicant.presses('Add another college');
  await expect(secondCollege).toBeVisible();
  await words.click();
  await expect(words).toHaveAttribute('aria-selected', 'true');
  await page.reload();
  await expect(secondCollege).toBeVisible();
  await expect(words).toHaveAttribute('aria-selected', 'true');
});

test('Continue, pressed before the draft is shown again, leads to sign up @slow', async ({
  page,
  applicant,
}) => {
  await applicant.opens('/about');
  await applicant.answers('First name', 'Ann');
  await applicant.reads('Saved on this device');
  await readsSlowly(page);
  await page.reload();
  await page.waitForFunction(() => Reflect.get(window, 'isTakenOver'));
  await applicant.presses('Continue');
  await applicant.isAt('/signup');
});

test('a part of the form that is open because of its answer stays open while the answer is typed again @long', async ({
  page,
  applicant,
}) => {
  await applicant.opens('/about');
  const name = page.locator('[name=previous_name]');
  await applicant.ticks('My transcripts or records are under another name');
  await name.fill('Hopper');
  await applicant.reads('Saved on this device');
  await page.reload();
  await expect(name).toHaveValue('Hopper');
  await name.press('ControlOrMeta+a');
  await name.press('Backspace');
  await expect(name).toHaveValue('');
  // The bar follows once the answer is known to be blank.
  await expect(page.getByText(/Saved on this device/)).toBeHidden();
  await expect(name).toBeFocused();
  await page.keyboard.type('Murray');
  await expect(name).toHaveValue('Murray');
});

test('an incomplete or impossible date is there after a reload, with its note @long', async ({
  page,
  applicant,
}) => {
  const group = page.locator('#birth_date');
  const box = (name: string) => group.getByRole('textbox', { name });
  await applicant.opens('/about');
  await box('Month').fill('4');
  await box('Day').fill('27');
  await box('Year').fill('19');
  await applicant.reads('Saved on this device');
  await page.reload();
  await expect(box('Year')).toHaveValue('19');
  await expect(box('Day')).toHaveValue('27');
  await expect(group.locator('.ui-note')).toHaveText(/with all four digits/);

  await applicant.comesLoggedIn('/about');
  await expect(box('Day')).toHaveValue('27');
  await box('Year').fill('1999');
  await applicant.reads(/Saved to your account/);
  await box('Day').fill('');
  await applicant.reads('Saved on this device');
  await page.getByRole('navigation').getByRole('link', { name: 'Education' }).click();
  await page.getByRole('navigation').getByRole('link', { name: 'About You' }).click();
  await expect(box('Month')).toHaveValue('4');
  await expect(box('Year')).toHaveValue('1999');
  await box('Day').fill('28');
  await applicant.reads(/Saved to your account/);
  await page.reload();
  await expect(box('Day')).toHaveValue('28');
  await expect(group.locator('.ui-note')).toHaveText('');
});
