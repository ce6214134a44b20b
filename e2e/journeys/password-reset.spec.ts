import { expect } from 'playwright/test';
import { newestMailTo } from '../support/mailbox.ts';
import { test } from '../support/test.ts';

test('the card for a new password names its address, also for password managers @long', async ({
  page,
  applicant,
}) => {
  await applicant.opens('/reset?username=a@example.org&id=x');
  await expect(page.getByText('For a@example.org')).toBeVisible();
  const username = page.locator('input[autocomplete=username]');
  await expect(username).toHaveAttribute('type', 'text');
  await expect(username).toHaveValue('a@example.org');
  for (const name of ['Show new password', 'Show confirmed password'])
    await expect(page.getByRole('button', { name })).toBeVisible();
});

test('an incomplete link for a new password is reported at Submit, and a used one once @long', async ({
  page,
  applicant,
}) => {
  const next = 'Another horse 8 battery!';
  const incomplete = page.getByText('This link is not complete or no longer works.');
  await applicant.opens('/reset?username=a@example.org');
  await applicant.answers('New Password', next);
  await applicant.answers('Confirm Password', next);
  await applicant.presses('Submit');
  const notice = page.getByRole('group').filter({ has: incomplete });
  await expect(notice).toBeFocused();
  await notice.getByRole('link', { name: 'Forgot Password' }).click();
  await applicant.isAt('/forgot');
  await applicant.hasAnswered('E-mail address', 'a@example.org');

  await applicant.opens('/reset?username=a@example.org&id=used');
  await applicant.answers('New Password', next);
  await applicant.answers('Confirm Password', next);
  await applicant.presses('Submit');
  await expect(page.locator('.auth-card .ui-notice')).toHaveText(/is not complete or no longer works/);
  await expect(incomplete).toBeHidden();
  await applicant.presses('Submit');
  await applicant.reads('Reset Password Card Error');
  await expect(incomplete).toBeHidden();
});

test('a link for a new password with a mistyped address says so @long', async ({ page, applicant }) => {
  await applicant.opens('/reset?username=ann.example.org&id=x');
  await applicant.answers('New Password', 'Another horse 8 battery!');
  await applicant.answers('Confirm Password', 'Another horse 8 battery!');
  await applicant.presses('Submit');
  await expect(page.getByRole('group').filter({ hasText: 'This link is not complete' })).toContainText(
    'Your email address must be valid.',
  );
});

test('a forgotten password is replaced by the mail’s link', async ({ page, applicant, server }) => {
  await applicant.opens('/signup');
  await applicant.signsUp();
  await applicant.hasAnswered('E-mail address', applicant.email);
  await applicant.confirms();
  await applicant.reads('Success Notification');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await applicant.isAt('/forgot');
  await applicant.answers('E-mail address', applicant.email);
  await applicant.presses('Submit');
  const sent = page.getByRole('status').filter({ has: page.getByRole('button', { name: 'Close' }) });
  await expect(sent).toBeVisible();
  await sent.getByRole('button', { name: 'Close' }).click();
  await expect(sent).toHaveCount(0);
  const mail = await newestMailTo(server, applicant.email, /\/reset\?/);
  const link = /\/reset\?\S+/.exec(mail)?.[0] ?? '';
  // Copied with the period of its sentence.
  await page.goto(`${server.url}${link.replaceAll('&amp;', '&')}.`);
  const next = 'Another horse 8 battery!';
  await applicant.answers('New Password', next);
  await applicant.answers('Confirm Password', 'something else');
  await applicant.reads('passwords must match');
  await applicant.answers('Confirm Password', next);
  await applicant.presses('Submit');
  await applicant.isAt('/login');
  await applicant.answers('Password', next);
  await applicant.presses('Submit');
  await applicant.isAt('/about');
});
