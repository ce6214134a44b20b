import { expect, test, type Page } from 'playwright/test';
import { Applicant } from '../support/applicant.ts';
import { startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(async () => {
  await server.stop();
});

/** Another person, with a session in the browser of this page that the page itself does not hear of. */
async function withAnAccount(page: Page): Promise<Applicant> {
  const other = new Applicant(page, server);
  await other.hasASession();
  return other;
}

async function answersOnAccount(page: Page): Promise<unknown> {
  const profile = await page.request.get(`${server.url}/api/profile`);
  return (await profile.json()).answer;
}

test('warns after 14 idle minutes, stays on demand, and logs out after 15', async ({ page }) => {
  await page.clock.install();
  const applicant = new Applicant(page, server);
  await applicant.comesLoggedIn();
  // The session is known, and its time runs.
  await page.waitForLoadState('networkidle');
  await page.clock.fastForward('14:01');
  const dialog = page.getByRole('dialog', { name: 'Still working?' });
  await expect(dialog).toBeVisible();
  await applicant.presses('Yes - Take me back to my application');
  await expect(dialog).toBeHidden();
  await page.clock.fastForward('13:00');
  await expect(dialog).toBeHidden();
  await page.clock.fastForward('02:01');
  await applicant.isAt('/login');
  await applicant.reads('You have been automatically logged out due to inactivity.');
});

test('an ended session keeps what was typed for the same account alone', async ({ page, context }) => {
  const applicant = new Applicant(page, server);
  await applicant.comesLoggedIn();
  await applicant.answers('First name', 'Ann');
  await applicant.reads(/Saved to your account/);
  const cookies = await context.cookies();
  await context.clearCookies({ name: /session$/ });
  await context.addCookies(cookies.filter(({ httpOnly }) => !httpOnly));
  await applicant.answers('City', 'Scranton');
  await applicant.isAt('/login');
  await applicant.reads('Your session is invalid. Please clear your cookies and login again.');
  await applicant.logsIn();
  await applicant.hasAnswered('City', 'Scranton');
  await applicant.hasAnswered('First name', 'Ann');
  await applicant.reads(/Saved to your account/);
});

test('who logs in after somebody who has only closed the page neither sees nor sends what was theirs', async ({
  page,
  context,
  browser,
}) => {
  const ann = new Applicant(page, server);
  await ann.comesLoggedIn();
  await ann.answers('First name', 'Ann');
  await ann.reads(/Saved to your account/);
  await context.setOffline(true);
  await ann.answers('City', 'Erie');
  await ann.reads(/Offline: 1 answer waiting/);
  await page.close();
  await context.setOffline(false);

  const elsewhere = await browser.newContext();
  const { email } = await withAnAccount(await elsewhere.newPage());
  await elsewhere.close();
  const second = await context.newPage();
  const ben = new Applicant(second, server, email);
  await second.route('**/api/profile', (route) =>
    route.fulfill({ status: 503, json: { message: 'Later.' } }),
  );
  await ben.opens('/login');
  await ben.logsIn();
  await ben.reads('Something went wrong.');
  await second.unrouteAll();
  await ben.presses('Try again');
  await ben.hasAnswered('City', '');
  await ben.hasAnswered('First name', '');
  await ben.answers('ZIP or postal code', '17401');
  await ben.reads(/Saved to your account/);
  expect(await answersOnAccount(second)).toEqual({ zip: '17401' });

  await ben.logsOut();
  const backAgain = new Applicant(second, server, ann.email);
  await backAgain.logsIn();
  await backAgain.hasAnswered('City', 'Erie');
  await backAgain.hasAnswered('ZIP or postal code', '');
});

test('a page that is turned sends nothing either once its browser is logged in as somebody else', async ({
  page,
}) => {
  const ann = new Applicant(page, server);
  await ann.comesLoggedIn();
  await ann.answers('First name', 'Ann');
  await ann.reads(/Saved to your account/);
  await withAnAccount(page);
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') calls.push(request.url());
  });
  await page.getByRole('navigation').getByRole('link', { name: 'Education' }).first().click();
  await ann.isAt('/login');
  expect(calls).toEqual([]);
});

test('a page sends nothing once its browser is logged in as somebody else', async ({ page }) => {
  const ann = new Applicant(page, server);
  await ann.comesLoggedIn();
  await ann.answers('First name', 'Ann');
  await ann.reads(/Saved to your account/);
  await withAnAccount(page);
  await ann.answers('City', 'Erie');
  await ann.isAt('/login');
  await ann.reads('Your session is invalid. Please clear your cookies and login again.');
  expect(await answersOnAccount(page)).toEqual({});
  await ann.logsIn();
  await ann.hasAnswered('City', 'Erie');
  await ann.reads(/Saved to your account/);
  expect(await answersOnAccount(page)).toMatchObject({ first_name: 'Ann', city: 'Erie' });
});

test('offline letters wait, and reach the account when the network is back', async ({ page, context }) => {
  const applicant = new Applicant(page, server);
  await applicant.comesLoggedIn();
  await applicant.answers('First name', 'Ann');
  await applicant.reads(/Saved to your account/);
  await context.setOffline(true);
  await applicant.answers('City', 'Erie');
  await applicant.reads(/Offline: 1 answer waiting/);
  await context.setOffline(false);
  await applicant.reads(/Saved to your account/);
  const profile = await page.evaluate(() => fetch('/api/profile').then((answer) => answer.json()));
  expect(profile.answer.city).toBe('Erie');
});

test('another device’s change of the same answer is asked about', async ({ page, context }) => {
  const applicant = new Applicant(page, server);
  await applicant.comesLoggedIn();
  await applicant.answers('City', 'Erie');
  await applicant.reads(/Saved to your account/);
  await context.setOffline(true);
  await applicant.answers('City', 'York');
  await applicant.reads(/Offline/);
  // The other device is another client with the same session, which the page does not know of.
  const put = await page.request.put(`${server.url}/api/answer`, {
    data: { answers: { city: 'Reading' } },
  });
  expect(put.ok()).toBe(true);
  await context.setOffline(false);
  const dialog = page.getByRole('dialog', { name: 'Which answer should we keep?' });
  await expect(dialog.getByText('York')).toBeVisible();
  await expect(dialog.getByText('Reading')).toBeVisible();
  await dialog.getByRole('button', { name: /other device/ }).click();
  await applicant.hasAnswered('City', 'Reading');
  await applicant.reads(/Saved to your account/);
});

test('logging out empties the device and the other tab', async ({ page, context }) => {
  const applicant = new Applicant(page, server);
  await applicant.comesLoggedIn();
  await applicant.answers('First name', 'Ann');
  await applicant.reads(/Saved to your account/);
  const other = await context.newPage();
  await other.goto(`${server.url}/about`);
  await expect(other.locator('input[name=first_name]')).toHaveValue('Ann');
  await page.bringToFront();
  await applicant.logsOut();
  await expect(other).toHaveURL(/\/login/);
  await applicant.opens('/about');
  await applicant.hasAnswered('First name', '');
});
