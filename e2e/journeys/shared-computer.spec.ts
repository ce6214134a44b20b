import { test } from '../support/test.ts';

test('who has an account is told that a shared computer keeps the answers there only', async ({
  applicant,
}) => {
  await applicant.comesLoggedIn();
  await applicant.presses('Account');
  await applicant.presses('Use as a shared computer');
  await applicant.reads(
    'From now on nothing is kept on this computer. Your answers are kept in your account only.',
  );
});

test('a shared computer keeps nothing', async ({ page, applicant }) => {
  await applicant.opens('/about');
  await applicant.presses('Account');
  await applicant.presses('Use as a shared computer');
  await applicant.answers('First name', 'Ann');
  await applicant.reads(/because it is a shared computer/);
  await page.reload();
  await applicant.hasAnswered('First name', '');
});
