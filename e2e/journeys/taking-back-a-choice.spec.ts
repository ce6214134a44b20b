import { expect } from 'playwright/test';
import { test } from '../support/test.ts';

const QUESTION = 'Are you the spouse or child of someone who serves or has served?';
const FINGER_PX = 44;

test('an optional choice is taken back by touch and by keyboard, and nothing moves @slow', async ({
  page,
  applicant,
}) => {
  await applicant.comesLoggedIn();
  const group = page.getByRole('radiogroup', { name: QUESTION });
  const clear = page.getByRole('button', { name: `Clear the answer to: ${QUESTION}` });
  const [yes, no] = [group.getByRole('radio', { name: 'Yes' }), group.getByRole('radio', { name: 'No' })];
  const stored = async () =>
    (await (await page.request.get(new URL('/api/profile', page.url()).href)).json()).answer;
  await expect(clear).toBeHidden();
  const before = await group.boundingBox();

  await applicant.picks(QUESTION, 'Yes');
  await expect(clear).toBeVisible();
  expect(await group.boundingBox()).toMatchObject({ height: before?.height });
  const target = await clear.boundingBox();
  expect(Math.min(target?.width ?? 0, target?.height ?? 0)).toBeGreaterThanOrEqual(FINGER_PX);
  await applicant.presses('Save');
  await expect.poll(stored).toMatchObject({ military_dependent: 'yes', military_dependent_desc: 'Yes' });
  await clear.tap();
  await expect(yes).not.toBeChecked();
  await expect(clear).toBeHidden();

  await yes.focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await expect(no).toBeChecked();
  await page.keyboard.press('Shift+Tab');
  await expect(clear).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(no).not.toBeChecked();
  await expect(yes).toBeFocused();

  await applicant.presses('Save');
  await expect.poll(stored).toMatchObject({ military_dependent: '', military_dependent_desc: '' });
});

test('a choice that is required is changed, not taken back @slow', async ({ page, applicant }) => {
  await applicant.opens('/about');
  await applicant.picks('Are you a veteran of the U.S. armed forces?', 'Yes');
  await applicant.reads('Saved on this device');
  await expect(page.getByRole('button', { name: /^Clear the answer to: Are you a veteran/ })).toHaveCount(0);
});
