import { type BrowserContext, expect } from 'playwright/test';
import { Applicant } from '../support/applicant.ts';
import type { TestServer } from '../support/server.ts';
import { test } from '../support/test.ts';

test('a card that is opened with a session names its owner, and can log out @slow', async ({
  page,
  applicant,
}) => {
  await applicant.hasADraft({ first_name: 'Ann' });
  for (const path of ['/signup', '/confirm', '/forgot', '/login']) {
    await applicant.opens(path);
    await applicant.presses('Account');
    await applicant.reads(applicant.email);
    await applicant.isAt(path);
  }
  await expect(page.getByText('Your answers so far')).toHaveCount(0);
  await applicant.presses('Log Out');
  await applicant.reads('Your session is invalid. Please clear your cookies and login again.');
  await applicant.presses('Account');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
});

test('a card warns after 14 idle minutes too, and logs out after 15 @long', async ({ page, applicant }) => {
  await page.clock.install();
  await applicant.comesLoggedIn('/signup');
  await page.waitForLoadState('networkidle');
  await page.clock.fastForward('14:01');
  await applicant.presses('Yes - Take me back to my application');
  await applicant.isAt('/signup');
  await page.clock.fastForward('14:01');
  await expect(page.getByRole('dialog', { name: 'Still working?' })).toBeVisible();
  await page.clock.fastForward('01:00');
  await applicant.isAt('/login');
  await applicant.reads('You have been automatically logged out due to inactivity.');
  await page.waitForLoadState('networkidle');
  await applicant.presses('Account');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
});

test('Back does not lead to the card of the login @long', async ({ page, applicant }) => {
  await applicant.hasASession();
  await page.context().clearCookies();
  await applicant.opens('/education');
  await applicant.presses('Account');
  await applicant.presses('Sign In');
  await applicant.logsIn();
  await applicant.isAt('/about');
  await page.goBack();
  await applicant.isAt('/education');
});

test('somebody who has submitted is taken from a card to the completion page @long', async ({
  applicant,
}) => {
  await applicant.hasSubmitted();
  for (const path of ['/login', '/signup']) {
    await applicant.opens(path);
    await applicant.isAt('/completion');
  }
});

test('an ended session keeps nobody from the link in a mail @slow', async ({ page, context, applicant }) => {
  await applicant.hasASession();
  const marker = (await context.cookies()).filter(({ httpOnly }) => !httpOnly);
  expect(marker).toHaveLength(1);
  await context.clearCookies();
  await context.addCookies(marker);
  const refused = page.waitForResponse((response) => response.url().endsWith('/api/profile'));
  await applicant.opens('/reset?username=a@example.org&id=x');
  await applicant.answers('New Password', 'Another horse 8 battery!');
  expect((await refused).status()).toBe(401);
  await page.waitForLoadState('networkidle');
  await applicant.isAt('/reset');
  await applicant.hasAnswered('New Password', 'Another horse 8 battery!');
});

test('whoever logs in at a card that is still checking an earlier session sees nothing of that session @long', async ({
  page,
  browser,
  server,
}) => {
  const elsewhere = await browser.newContext();
  const atHome = new Applicant(await elsewhere.newPage(), server);
  const { email } = atHome;
  await atHome.hasASession();
  await elsewhere.close();

  const ann = new Applicant(page, server);
  await ann.hasADraft({ first_name: 'Ann' });
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(
    '**/api/profile',
    async (route) => {
      const response = await route.fetch();
      await released;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  const asked = page.waitForRequest('**/api/profile');
  const ben = new Applicant(page, server, email);
  await ben.opens('/login');
  await asked;
  await ben.logsIn();
  release();
  await ben.isAt('/about');
  await ben.hasAnswered('First name', '');
  await ben.presses('Account');
  await ben.reads(email);
});

async function inAnotherTab(
  { email }: Applicant,
  context: BrowserContext,
  server: TestServer,
): Promise<Applicant> {
  const other = new Applicant(await context.newPage(), server, email);
  // Whatever is opened next leads to the account's last page.
  const noted = other.page.waitForResponse('**/api/web-status');
  await other.opens('/about');
  await other.reads(/Saved to your account/);
  await noted;
  return other;
}

test('a submission is known in the other tabs at once @long', async ({
  page,
  context,
  applicant,
  server,
}) => {
  await applicant.hasACompleteDraft();
  const other = await inAnotherTab(applicant, context, server);
  await page.bringToFront();
  await applicant.opens('/final-steps');
  await applicant.isAt('/about');
  await page.getByRole('navigation').getByRole('link', { name: 'Final Steps' }).click();
  await applicant.presses('Submit');
  await applicant.isAt('/completion');
  await other.isAt('/completion');
  await other.reads(/^Submitted on /);
});

test('once one tab learns that another device has submitted, all tabs do @long', async ({
  page,
  context,
  applicant,
  server,
}) => {
  await applicant.hasACompleteDraft();
  const other = await inAnotherTab(applicant, context, server);
  await page.bringToFront();
  await applicant.opens('/about');
  await applicant.reads(/Saved to your account/);
  await applicant.calls('POST', '/api/submit');
  await applicant.answers('Preferred first name', 'Too late');
  await applicant.isAt('/completion');
  await other.isAt('/completion');
  await other.reads(/^Submitted on /);
});
