import { expect, type Browser, type BrowserContext, type Page } from 'playwright/test';
import { variants } from '#testing/extent.node.ts';
import { Applicant, PASSWORD } from '../support/applicant.ts';
import { choose } from '../support/documents.ts';
import { pdfFile } from '../support/files.ts';
import type { TestServer } from '../support/server.ts';
import { test } from '../support/test.ts';

/** Another person, with a session in this page's browser that the page does not notice. */
async function withAnAccount(page: Page, server: TestServer): Promise<Applicant> {
  const other = new Applicant(page, server);
  await other.hasASession();
  return other;
}

/** The address of another person, who has signed up in another browser. */
async function addressElsewhere(browser: Browser, server: TestServer): Promise<string> {
  const elsewhere = await browser.newContext();
  const { email } = await withAnAccount(await elsewhere.newPage(), server);
  await elsewhere.close();
  return email;
}

/** Logs in, and enters a first name. */
async function comesAndSaysAnn(applicant: Applicant): Promise<void> {
  await applicant.comesLoggedIn();
  await applicant.answers('First name', 'Ann');
  await applicant.reads(/Saved to your account/);
}

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

async function answersOnAccount(page: Page, server: TestServer): Promise<unknown> {
  const profile = await page.request.get(`${server.url}/api/profile`);
  return (await profile.json()).answer;
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

test('who answers the warning with No is logged out, which the login says @long', async ({
  page,
  applicant,
}) => {
  await page.clock.install();
  await applicant.comesLoggedIn();
  await page.waitForLoadState('networkidle');
  await page.clock.fastForward('14:01');
  await applicant.presses('No - Please log me out');
  await applicant.isAt('/login');
  await applicant.reads('You have been automatically logged out due to inactivity.');
});

test('two tabs that idle out say so, both @long', async ({ page, context, applicant, server }) => {
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

test('who types on after 15 minutes of sleep types into nobody’s form @long', async ({ page, applicant }) => {
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

test('an ended session keeps what was typed for the same account alone', async ({ context, applicant }) => {
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

test('Continue, pressed in a session that has ended, leads to the login and not on @long', async ({
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

test('who leaves the login while it is on its way is logged in on the form @long', async ({
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

test('what is typed while a log-out is on its way is there after the next log-in @long', async ({
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

test('who logs in after somebody who has only closed the page neither sees nor sends what was theirs @long', async ({
  page,
  context,
  browser,
  server,
}) => {
  const ann = new Applicant(page, server);
  await comesAndSaysAnn(ann);
  await context.setOffline(true);
  await ann.answers('City', 'Erie');
  await ann.reads(/Offline: 1 answer waiting/);
  await page.close();
  await context.setOffline(false);

  const email = await addressElsewhere(browser, server);
  const second = await context.newPage();
  const ben = new Applicant(second, server, email);
  await second.route('**/api/profile', (route) =>
    route.fulfill({ status: 503, json: { message: 'Later.' } }),
  );
  await ben.opens('/login');
  await ben.logsIn();
  await ben.reads('Something went wrong.');
  await ben.reads(
    'The issue that caused you to see this has been logged. We will get it fixed as soon as possible.',
  );
  await second.unrouteAll();
  await ben.presses('Try again');
  await ben.hasAnswered('City', '');
  await ben.hasAnswered('First name', '');
  await ben.answers('ZIP or postal code', '17401');
  await ben.reads(/Saved to your account/);
  expect(await answersOnAccount(second, server)).toEqual({ zip: '17401' });

  await ben.logsOut();
  const backAgain = new Applicant(second, server, ann.email);
  await backAgain.logsIn();
  await backAgain.hasAnswered('City', 'Erie');
  await backAgain.hasAnswered('ZIP or postal code', '');
});

test('who logs in over somebody who has left the page open sees nothing that was asked for them @long', async ({
  page,
  browser,
  server,
}) => {
  const ann = new Applicant(page, server);
  await ann.hasASession();
  await ann.calls('PUT', '/api/add-another', { button_id: 'college', num_components: 2 });
  await page.context().clearCookies();
  await ann.opens('/signup');
  await page.getByRole('link', { name: 'Log In' }).click();
  await ann.logsIn();
  await page.getByRole('navigation').getByRole('link', { name: 'Education' }).first().click();
  await expect(page.locator('[name=college_2_name]')).toBeVisible();

  const email = await addressElsewhere(browser, server);
  const ben = new Applicant(page, server, email);
  while (!page.url().endsWith('/signup')) await page.goBack();
  await page.getByRole('link', { name: 'Log In' }).click();
  await ben.logsIn();
  await page.getByRole('navigation').getByRole('link', { name: 'Education' }).first().click();
  await expect(page.locator('[name=college_name]')).toBeVisible();
  await expect(page.locator('[name=college_2_name]')).toHaveCount(0);
});

const acts: readonly { what: string; at: string; act: (page: Page) => Promise<void> }[] = [
  {
    what: 'turns the page',
    at: '/about',
    act: async (page) =>
      page.getByRole('navigation').getByRole('link', { name: 'Education' }).first().click(),
  },
  {
    what: 'chooses a file',
    at: '/education',
    act: async (page) => choose(page.locator('#college_transcript'), await pdfFile('another.pdf')),
  },
  {
    what: 'deletes a file',
    at: '/education',
    async act(page) {
      await page.locator('#college_transcript').getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    },
  },
];
for (const { what, at, act } of acts)
  test(`who ${what} while the browser is logged in as somebody else sends nothing @long`, async ({
    page,
    server,
  }) => {
    const ann = new Applicant(page, server);
    // Sent a second later. If it were sent after the other login, the page would notice that by itself.
    const noted = page.waitForResponse('**/api/last-page');
    await ann.comesLoggedIn(at);
    await noted;
    if (what === 'deletes a file') {
      const transcript = page.locator('#college_transcript');
      await choose(transcript, await pdfFile('transcript.pdf'));
      await expect(transcript.getByText(/^Attached/)).toBeVisible({ timeout: 60_000 });
    }
    await page.waitForLoadState('networkidle');
    await withAnAccount(page, server);
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') calls.push(`${request.method()} ${request.url()}`);
    });
    await act(page);
    await ann.isAt('/login');
    await ann.reads('Your session is invalid. Please clear your cookies and login again.');
    expect(calls).toEqual([]);
  });

test('a page sends nothing once its browser is logged in as somebody else @long', async ({
  page,
  server,
}) => {
  const ann = new Applicant(page, server);
  await comesAndSaysAnn(ann);
  await withAnAccount(page, server);
  await ann.answers('City', 'Erie');
  await ann.isAt('/login');
  await ann.reads('Your session is invalid. Please clear your cookies and login again.');
  expect(await answersOnAccount(page, server)).toEqual({});
  await ann.logsIn();
  await ann.hasAnswered('City', 'Erie');
  await ann.reads(/Saved to your account/);
  expect(await answersOnAccount(page, server)).toMatchObject({ first_name: 'Ann', city: 'Erie' });
});

const calls = [
  { call: '/api/submit', at: '/final-steps', does: 'Submit' },
  { call: '/api/tabs', at: '/about' },
  { call: '/api/pdf', at: '/final-steps', does: 'Get a PDF copy' },
  { call: '/api/add-another', at: '/about' },
  { call: '/api/document-answer', at: '/about' },
];
for (const { call, at, does } of variants(calls, { short: 1 })) {
  test(`an ended session that ${call} finds leads to the login`, async ({ page, applicant, server }) => {
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
