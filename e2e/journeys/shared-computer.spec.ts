import { expect } from 'playwright/test';
import { test } from '../support/test.ts';

test('an applicant with an account reads that only the account keeps the answers of a shared computer @slow', async ({
  applicant,
}) => {
  await applicant.comesLoggedIn();
  await applicant.presses('Account');
  await applicant.presses('Use as a shared computer');
  await applicant.reads(
    'From now on, nothing is saved on this computer. Your answers are saved in your account only.',
  );
});

test('a shared computer keeps nothing', async ({ page, applicant }) => {
  await applicant.opens('/about');
  const bar = page.locator('.form-actions');
  const height = (await bar.boundingBox())?.height;
  await applicant.presses('Account');
  await applicant.presses('Use as a shared computer');
  await applicant.answers('First name', 'Ann');
  await applicant.reads('Not saved here. Sign up to keep your answers.');
  expect((await bar.boundingBox())?.height, 'the bar is as high as before').toBe(height);
  await page.reload();
  // Until the device has been read, the page is always blank.
  await applicant.answers('Last name', 'Lee');
  await applicant.reads('Not saved here. Sign up to keep your answers.');
  await applicant.hasAnswered('First name', '');
});

test('the browser asks before it closes the only page that has what was entered @long', async ({
  page,
  applicant,
}) => {
  let questions = 0;
  page.on('dialog', (dialog) => {
    questions += 1;
    void dialog.accept();
  });
  await applicant.opens('/about');
  // Browsers ask only about a page with a key or a press of its own.
  await page.locator('[name=first_name]').pressSequentially('Ann');
  await applicant.reads('Saved on this device');
  await page.reload();
  expect(questions).toBe(0);
  await applicant.presses('Account');
  await applicant.presses('Use as a shared computer');
  await applicant.reads(/^Not saved here/);
  await page.reload();
  expect(questions).toBe(1);
  await applicant.presses('Account');
  await expect(page.getByRole('button', { name: 'Save answers on this device again' })).toBeVisible();
  await applicant.hasAnswered('First name', '');
  await page.reload();
  expect(questions).toBe(1);
});

test('a session that begins on a shared computer ends with the browser @slow', async ({
  page,
  applicant,
}) => {
  await applicant.opens('/signup');
  await applicant.signsUp();
  await applicant.confirms();
  const ends = async () => (await page.context().cookies()).map(({ expires }) => expires);
  await applicant.presses('Account');
  await applicant.presses('Use as a shared computer');
  await applicant.logsIn();
  expect((await ends()).length).toBeGreaterThan(1);
  expect(new Set(await ends())).toEqual(new Set([-1]));
});
