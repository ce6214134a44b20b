import { expect } from 'playwright/test';
import { Applicant, PASSWORD } from '../support/applicant.ts';
import { codesFor, confirmationCodeFor } from '../support/mailbox.ts';
import { test } from '../support/test.ts';

const NOTICE = 'Your sign-up is not finished';

test('whoever signed up and closed the page finds the card for the code, and a second mail leaves the code valid', async ({
  context,
  applicant,
  server,
}) => {
  await applicant.opens('/signup');
  await applicant.signsUp();
  const code = await confirmationCodeFor(server, applicant.email);
  await applicant.page.close();

  const later = new Applicant(await context.newPage(), server, applicant.email);
  await later.opens('/');
  await later.reads(NOTICE);
  await later.opens('/login');
  await later.page.getByRole('link', { name: 'Enter the confirmation code' }).click();
  await later.isAt('/confirm');
  await expect(later.page.getByLabel('E-mail address')).toHaveValue(applicant.email);
  await later.presses('Resend confirmation code?');
  await expect.poll(() => codesFor(server, applicant.email), { timeout: 20_000 }).toEqual([code, code]);

  await later.answers('Confirmation Code', code);
  await later.presses('Submit');
  await later.isAt('/login');
  await expect(later.page.getByText(NOTICE)).toHaveCount(0);
  await later.answers('Password', PASSWORD);
  await later.presses('Submit');
  await later.isAt('/about');
});

test('a login before the code is entered leads to the card for it, with the address @slow', async ({
  applicant,
  page,
}) => {
  const signup = { username: applicant.email, password: PASSWORD };
  await applicant.calls('POST', '/public/signup', signup);
  await applicant.opens('/login');
  await applicant.answers('E-mail address', applicant.email);
  await applicant.answers('Password', PASSWORD);
  await applicant.presses('Submit');
  await applicant.isAt('/confirm');
  await expect(page.getByLabel('E-mail address')).toHaveValue(applicant.email);
  const toast = page.getByRole('alertdialog', { name: 'Login Card Error' });
  await expect(toast).toContainText('This sign-up is not confirmed yet.');
  await applicant.confirms();
});

test('any other 403 stays on the card, with its sentence and a way to the card for the code @slow', async ({
  applicant,
  page,
}) => {
  await page.route('**/public/login', (route) =>
    route.fulfill({ status: 403, json: { message: 'Your account is locked. Please call us.' } }),
  );
  await applicant.opens('/login');
  await applicant.answers('E-mail address', applicant.email);
  await applicant.answers('Password', PASSWORD);
  await applicant.presses('Submit');
  await applicant.isAt('/login');
  const card = page.getByRole('region', { name: 'Log In' });
  await expect(card).toContainText('Your account is locked. Please call us.');
  await card.getByRole('link', { name: 'Enter the confirmation code' }).click();
  await applicant.isAt('/confirm');
  await expect(page.getByLabel('E-mail address')).toHaveValue(applicant.email);
});
