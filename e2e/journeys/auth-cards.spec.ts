import { expect } from 'playwright/test';
import { PASSWORD } from '../support/applicant.ts';
import { test } from '../support/test.ts';

const cards = [
  { path: '/login', header: 'Log In', autocompletes: ['username', 'current-password'] },
  { path: '/signup', header: 'Sign Up', autocompletes: ['username', 'new-password'] },
  { path: '/confirm', header: 'Confirm Your Account', autocompletes: ['username', 'one-time-code'] },
  { path: '/forgot', header: 'Forgot Password', autocompletes: ['username'] },
  { path: '/reset?username=a@example.org&id=x', header: 'Reset Password', autocompletes: ['new-password'] },
];
for (const [index, { path, header, autocompletes }] of cards.entries()) {
  test(`the card of ${path} has its header, its Submit and what password managers look for${index < 2 ? ' @slow' : ' @long'}`, async ({
    page,
    applicant,
  }) => {
    await applicant.opens(path);
    await expect(page.getByRole('heading', { level: 1, name: header })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Submit', exact: true })).toBeVisible();
    for (const token of autocompletes) {
      await expect(page.locator(`input[autocomplete="${token}"]`).first()).toBeAttached();
    }
  });
}

test('the cards promise to keep the answers, if there are any @slow', async ({ page, applicant }) => {
  const promise = page.getByText('Your answers so far will be saved to your account.');
  for (const path of ['/signup', '/login']) {
    await applicant.opens(path);
    await expect(promise).toBeHidden();
  }
  await applicant.opens('/about');
  await applicant.answers('First name', 'Ann');
  await applicant.reads('Saved on this device');
  for (const path of ['/signup', '/login']) {
    await applicant.opens(path);
    await expect(promise).toBeVisible();
  }
});

test('an e-mail address goes along from card to card @long', async ({ page, applicant }) => {
  await applicant.opens('/signup');
  await applicant.answers('E-mail address', applicant.email);
  for (const [link, header] of [
    ['Log In', 'Log In'],
    ['Forgot password?', 'Forgot Password'],
    ['Log In', 'Log In'],
    ['Sign Up', 'Sign Up'],
  ] as const) {
    await page.locator('.auth-card').getByRole('link', { name: link }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(header);
    await expect(page.locator('input[name=username]')).toHaveValue(applicant.email);
  }
});

test('sign-up checks while typing: the address, and the password rule by rule', async ({
  page,
  applicant,
}) => {
  await applicant.opens('/signup');
  const rules = [
    'is at least 12 characters',
    'contains at least one uppercase letter',
    'contains at least one lowercase letter',
    'contains at least one number',
    'contains at least one special character',
    'contains no leading or trailing whitespace',
  ];
  for (const rule of rules) await applicant.reads(rule);
  await applicant.answers('E-mail address', 'nobody');
  await applicant.reads('Your email address must be valid.');
  await applicant.answers('E-mail address', 'somebody@example.org');
  await expect(page.getByText('Your email address must be valid.')).toBeHidden();
  await page.getByRole('button', { name: /Show/ }).click();
  await expect(page.locator('input[name=password]')).toHaveAttribute('type', 'text');
});

test('the reason that a sign-up is not sent is at the password @long', async ({ page, applicant }) => {
  await applicant.opens('/signup');
  await applicant.answers('E-mail address', 'somebody@example.org');
  const password = page.getByRole('textbox', { name: 'Password' });
  await expect(password).toHaveAccessibleDescription(/is at least 12 characters/);
  for (const { typed, says } of [
    { typed: '', says: 'Password is required.' },
    { typed: 'too short', says: 'Not every requirement below is met yet.' },
    { typed: `Aa1!${'x'.repeat(253)}`, says: 'Password is at most 256 characters.' },
  ]) {
    await password.fill(typed);
    await applicant.presses('Submit');
    await applicant.reads(says);
    await expect(password).toBeFocused();
    await expect(password).toHaveAttribute('aria-invalid', 'true');
  }
  await password.fill(PASSWORD);
  await expect(password).not.toHaveAttribute('aria-invalid');
});

test('whoever submits from within the wrong field hears its error @long', async ({ page, applicant }) => {
  await applicant.opens('/forgot');
  const username = page.locator('input[name=username]');
  await username.fill('nobody');
  await expect(page.getByRole('alert').filter({ hasText: 'valid' })).toHaveCount(0);
  await username.press('Enter');
  await expect(
    page.getByRole('alert').filter({ hasText: 'Your email address must be valid.' }),
  ).toBeAttached();
  await expect(username).toBeFocused();
  await username.press('End');
  await username.pressSequentially('@');
  await expect(page.getByRole('alert').filter({ hasText: 'valid' })).toHaveCount(0);
});

test('login requires both fields before it sends, and names a failure', async ({ page, applicant }) => {
  await applicant.opens('/login');
  await applicant.presses('Submit');
  await applicant.reads('Please provide a valid email address.');
  await applicant.reads('Password is required.');
  await applicant.presses('Resend confirmation code?');
  await applicant.reads('Resend Confirmation Code Error');
  await applicant.reads('You must provide a valid email address to resend a confirmation code.');
  await expect(page.getByRole('textbox', { name: 'E-mail address' })).toBeFocused();
  await applicant.answers('E-mail address', 'nobody@example.org');
  await applicant.answers('Password', PASSWORD);
  await applicant.presses('Submit');
  await applicant.reads('Login Card Error');
  // At the card, too: the toast is at the foot of the window.
  const atCard = page.locator('.auth-card .ui-notice');
  await expect(atCard).toHaveText(/\S/);
  const toast = page.getByRole('alertdialog');
  await expect(toast).toHaveCount(1);
  const answered = page.waitForResponse('**/public/login');
  await applicant.presses('Submit');
  await answered;
  await applicant.reads('Login Card Error');
  await expect(toast).toHaveCount(1);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(toast).toHaveCount(0);
});

test('Submit is right after the fields, and the links for rare cases follow it @long', async ({
  page,
  applicant,
}) => {
  await applicant.opens('/login');
  await page.getByRole('button', { name: 'Show password' }).focus();
  for (const next of [
    page.getByRole('button', { name: 'Submit', exact: true }),
    page.getByRole('link', { name: 'Forgot password?' }),
    page.getByRole('button', { name: 'Resend confirmation code?' }),
    page.getByRole('link', { name: 'Sign Up' }),
  ]) {
    await page.keyboard.press('Tab');
    await expect(next).toBeFocused();
  }
  for (const role of ['link', 'button'] as const) {
    const helper = page.getByRole(role, { name: /Forgot password|Resend/ });
    expect((await helper.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
});

test('the card for the code names an address only if it knows one @long', async ({ applicant }) => {
  await applicant.opens('/confirm');
  await applicant.reads(/^If you just signed up, we e-mailed you a 6-digit code/);
  await applicant.opens('/signup');
  await applicant.signsUp();
  await applicant.reads(/^We e-mailed you a 6-digit code\. It expires in 10 minutes\./);
});

test('a code is checked, and taken as it is pasted @long', async ({ page, applicant }) => {
  await applicant.opens('/confirm');
  await applicant.answers('Confirmation Code', '12ab');
  await applicant.reads('The confirmation code must be exactly 6 numbers.');
  await applicant.answers('Confirmation Code', '123 456');
  await expect(page.getByText('The confirmation code must be exactly 6 numbers.')).toBeHidden();
});

test('a wrong code is named at its field and in a toast, not a third time, and is selected to be replaced @slow', async ({
  page,
  applicant,
}) => {
  await applicant.opens('/signup');
  await applicant.signsUp();
  await page.locator('input[name=code]').fill('000000');
  await applicant.presses('Submit');
  await applicant.reads('Confirm Card Error');
  const code = page.locator('input[name=code]');
  await expect(code).toBeFocused();
  await expect(code).toHaveAttribute('aria-invalid', 'true');
  const sentence = await page.locator('#code .ui-messages').innerText();
  await expect(page.getByText(sentence.trim(), { exact: true })).toHaveCount(2);
  await page.keyboard.type('123');
  await expect(code).toHaveValue('123');
});

const failing = [
  {
    path: '/signup',
    sends: ['E-mail address', 'Password'],
    call: '/public/signup',
    label: 'Sign Up Card Error',
  },
  {
    path: '/forgot',
    sends: ['E-mail address'],
    call: '/public/forgot-password',
    label: 'Forgot Password Card Error',
  },
];
for (const [index, { path, sends, call, label }] of failing.entries()) {
  test(`a failure at ${path} is named at its card and in a toast${index < 1 ? ' @slow' : ' @long'}`, async ({
    page,
    applicant,
  }) => {
    await page.route(`**${call}`, (route) => route.fulfill({ status: 500, json: { message: 'It broke.' } }));
    await applicant.opens(path);
    for (const field of sends)
      await applicant.answers(field, field === 'Password' ? PASSWORD : applicant.email);
    await applicant.presses('Submit');
    await expect(page.getByRole('alertdialog', { name: label })).toContainText('It broke.');
    await expect(page.locator('.auth-card .ui-notice')).toHaveText('It broke.');
  });
}

test('the message that a link was sent disappears when the next attempt fails @long', async ({
  page,
  applicant,
}) => {
  await applicant.opens('/forgot');
  await applicant.answers('E-mail address', applicant.email);
  const notice = page.locator('.auth-card .ui-notice');
  const sentence = 'A link is on its way.';
  await page.route('**/public/forgot-password', (route) => route.fulfill({ json: { message: sentence } }));
  await applicant.presses('Submit');
  await expect(notice).toHaveText(sentence);
  await page.route('**/public/forgot-password', (route) =>
    route.fulfill({ status: 500, json: { message: 'It broke.' } }),
  );
  await applicant.presses('Submit');
  await expect(notice).toHaveText('It broke.');
});

test('a code that is sent late does not move somebody who has left the card @long', async ({
  page,
  applicant,
}) => {
  const mayAnswer = Promise.withResolvers<void>();
  await page.route('**/public/resend-confirm', async (route) => {
    await mayAnswer.promise;
    await route.continue();
  });
  await applicant.opens('/about');
  await applicant.presses('Account');
  await applicant.presses('Sign In');
  await applicant.answers('E-mail address', applicant.email);
  await applicant.presses('Resend confirmation code?');
  const answered = page.waitForResponse('**/public/resend-confirm');
  await page.goBack();
  await applicant.answers('First name', 'Ann');
  mayAnswer.resolve();
  await answered;
  await applicant.reads('Saved on this device');
  await applicant.isAt('/about');
});

test('a failed login is announced once @long', async ({ page, applicant }) => {
  await applicant.opens('/login');
  await applicant.answers('E-mail address', applicant.email);
  await applicant.answers('Password', 'not this one');
  await applicant.presses('Submit');
  await applicant.reads('Login Card Error');
  await expect(page.locator('.auth-card .ui-notice')).toBeVisible();
  await expect(page.locator('.auth-card').getByRole('alert')).toHaveCount(0);
});

test('if the browser blocks cookies, the login says so, and nobody continues as if they were logged in @slow', async ({
  page,
  context,
  applicant,
}) => {
  await applicant.comesLoggedIn('/about');
  await context.clearCookies();
  await page.route('**/public/login', async (route) => {
    const response = await route.fetch();
    const headers = response.headers();
    delete headers['set-cookie'];
    // The browser has got the cookie by this fetch, too.
    await context.clearCookies();
    await route.fulfill({ response, headers });
  });
  await applicant.opens('/login');
  await applicant.answers('E-mail address', applicant.email);
  await applicant.answers('Password', PASSWORD);
  await applicant.presses('Submit');
  await expect(page.locator('.auth-card .ui-notice')).toHaveText(
    /Your browser blocks cookies for this site\. Please allow them, and log in again\./,
  );
  await applicant.isAt('/login');
});
