import { expect, type BrowserContext } from 'playwright/test';
import { PASSWORD, type Applicant } from '../support/applicant.ts';
import { answersOnAccount, comesAndSaysAnn } from '../support/sessions.ts';
import { test } from '../support/test.ts';

/** Ends the session as the server does: the marker cookie stays. */
async function endSession(context: BrowserContext): Promise<void> {
  const cookies = await context.cookies();
  await context.clearCookies({ name: /session$/ });
  await context.addCookies(cookies.filter(({ httpOnly }) => !httpOnly));
}

/** Waits until a visitor's page shows what the device has. Until then it is always blank. */
async function deviceIsRead(
  applicant: Applicant,
  passTime = async (): Promise<void> => undefined,
): Promise<void> {
  await applicant.answers('City', 'Erie');
  await passTime();
  await applicant.reads('Saved on this device');
}

test('warns after 14 idle minutes, stays on demand, and logs out after 15', async ({ page, applicant }) => {
  await page.clock.install();
  await applicant.comesLoggedIn();
  // The page knows the session, and the idle time runs.
  await page.waitForLoadState('networkidle');
  await page.clock.fastForward('14:01');
  const dialog = page.getByRole('dialog', { name: 'Still working?' });
  await expect(dialog).toHaveAccessibleDescription(
    'You have been inactive for a little while. Would you like to stay logged in?',
  );
  await expect(dialog.getByRole('button')).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.clock.fastForward('14:01');
  await applicant.presses('Yes - Take me back to my application');
  await expect(dialog).toBeHidden();
  await page.clock.fastForward('13:00');
  await expect(dialog).toBeHidden();
  await page.clock.fastForward('02:01');
  await applicant.isAt('/login');
  await applicant.reads('You have been automatically logged out due to inactivity.');
  await applicant.opens('/about');
  await applicant.answers('First name', 'Ben');
  await applicant.reads('Saved on this device');
  await page.reload();
  await applicant.hasAnswered('First name', 'Ben');
});

test('answering the warning with No logs out, and the login says so @long', async ({ page, applicant }) => {
  await page.clock.install();
  await applicant.comesLoggedIn();
  await page.waitForLoadState('networkidle');
  await page.clock.fastForward('14:01');
  await applicant.presses('No - Please log me out');
  await applicant.isAt('/login');
  await applicant.reads('You have been automatically logged out due to inactivity.');
});

test('two tabs whose session ends by idleness both say so @long', async ({
  page,
  context,
  applicant,
  server,
}) => {
  await context.clock.install();
  await applicant.comesLoggedIn();
  const other = await context.newPage();
  await other.goto(`${server.url}/about`);
  for (const tab of [page, other]) await tab.waitForLoadState('networkidle');
  await context.clock.fastForward('15:01');
  for (const tab of [page, other])
    await expect(
      tab.getByText('You have been automatically logged out due to inactivity.').first(),
    ).toBeVisible();
});

test('letters typed after 15 minutes of sleep are not shown in the applicant’s form @long', async ({
  page,
  applicant,
}) => {
  await page.clock.install();
  await applicant.comesLoggedIn();
  const field = page.getByLabel('Last name', { exact: true });
  await field.pressSequentially('Kowal');
  await page.clock.runFor(5000);
  await applicant.reads(/Saved to your account/);
  await page.clock.setSystemTime(await page.evaluate(() => Date.now() + 16 * 60_000));
  await page.keyboard.type('ski-Jones');
  await page.clock.runFor(5000);
  await applicant.isAt('/login');
  await applicant.reads('You have been automatically logged out due to inactivity.');
  await applicant.opens('/about');
  await deviceIsRead(applicant, () => page.clock.runFor(5000));
  await applicant.hasAnswered('Last name', '');
});

test('an ended session keeps what was typed, only for the same account @slow', async ({
  context,
  applicant,
}) => {
  await comesAndSaysAnn(applicant);
  await endSession(context);
  await applicant.answers('City', 'Scranton');
  await applicant.isAt('/login');
  await applicant.reads('Your session is invalid. Please clear your cookies and login again.');
  await applicant.logsIn();
  await applicant.hasAnswered('City', 'Scranton');
  await applicant.hasAnswered('First name', 'Ann');
  await applicant.reads(/Saved to your account/);
});

test('Continue, pressed in an ended session, leads to the login, not to the next page @long', async ({
  page,
  context,
  applicant,
}) => {
  await comesAndSaysAnn(applicant);
  await endSession(context);
  await applicant.answers('City', 'Scranton');
  await applicant.presses('Continue');
  await applicant.reads('Your session is invalid. Please clear your cookies and login again.');
  await page.waitForLoadState('networkidle');
  await applicant.logsIn();
  await applicant.hasAnswered('City', 'Scranton');
});

test('whoever leaves the login while it is on its way is logged in on the form @long', async ({
  page,
  applicant,
  server,
}) => {
  await applicant.hasASession();
  await page.context().clearCookies();
  await applicant.opens('/about');
  await applicant.answers('First name', 'Ann');
  await applicant.reads('Saved on this device');
  await applicant.presses('Account');
  await applicant.presses('Sign In');
  const mayAnswer = Promise.withResolvers<void>();
  await page.route('**/public/login', async (route) => {
    await mayAnswer.promise;
    await route.continue();
  });
  const asked = page.waitForRequest('**/public/login');
  await applicant.answers('E-mail address', applicant.email);
  await applicant.answers('Password', PASSWORD);
  await applicant.presses('Submit');
  await asked;
  await page.goBack();
  await applicant.hasAnswered('First name', 'Ann');
  mayAnswer.resolve();
  await applicant.reads('Saved to your account');
  expect(await answersOnAccount(page, server)).toMatchObject({ first_name: 'Ann' });
});

test('what is typed while a logout is on its way is there after the next login @long', async ({
  page,
  applicant,
}) => {
  await comesAndSaysAnn(applicant);
  const mayAnswer = Promise.withResolvers<void>();
  await page.route('**/api/logout', async (route) => {
    await mayAnswer.promise;
    await route.continue();
  });
  const asked = page.waitForRequest('**/api/logout');
  await applicant.presses('Account');
  await applicant.presses('Log Out');
  await asked;
  await page.route('**/api/answer', (route) => route.abort());
  await applicant.answers('City', 'Erie');
  mayAnswer.resolve();
  await applicant.isAt('/login');
  await page.unroute('**/api/answer');
  await applicant.logsIn();
  await applicant.hasAnswered('City', 'Erie');
});

const calls = [
  { call: '/api/submit', at: '/final-steps', does: 'Submit' },
  { call: '/api/tabs', at: '/about' },
  { call: '/api/pdf', at: '/final-steps', does: 'Get a PDF copy' },
  { call: '/api/add-another', at: '/about' },
  { call: '/api/document-answer', at: '/about' },
];
for (const [index, { call, at, does }] of calls.entries()) {
  test(`an ended session that ${call} finds leads to the login${index < 1 ? ' @slow' : ' @long'}`, async ({
    page,
    applicant,
    server,
  }) => {
    await applicant.hasACompleteDraft();
    await page.route(`**${call}`, (route) =>
      route.fulfill({ status: 401, json: { message: 'Please log in again.' } }),
    );
    await page.goto(`${server.url}${at}`);
    if (does !== undefined) await applicant.presses(does);
    await applicant.isAt('/login');
    await applicant.reads('Your session is invalid. Please clear your cookies and login again.');
  });
}

test('logging out empties the device and the other tab', async ({ page, context, applicant, server }) => {
  await comesAndSaysAnn(applicant);
  const other = await context.newPage();
  await other.goto(`${server.url}/about`);
  await expect(other.locator('input[name=first_name]')).toHaveValue('Ann');
  await page.bringToFront();
  await applicant.logsOut();
  await expect(other).toHaveURL(/\/login/);
  await applicant.opens('/about');
  await deviceIsRead(applicant);
  await applicant.hasAnswered('First name', '');
});
