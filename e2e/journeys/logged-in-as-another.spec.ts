import { expect, type Page } from 'playwright/test';
import { Applicant } from '../support/applicant.ts';
import { choose } from '../support/documents.ts';
import { pdfFile } from '../support/files.ts';
import { addressElsewhere, answersOnAccount, comesAndSaysAnn, withAnAccount } from '../support/sessions.ts';
import { test } from '../support/test.ts';

test('somebody who logs in after another person has only closed the page neither sees nor sends their answers @long', async ({
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

test('somebody who logs in while another person’s page is open sees nothing that was loaded for them @long', async ({
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
      const confirm = page.getByRole('dialog').getByRole('button', { name: 'Delete' });
      // The page may notice the other account between the two presses.
      await Promise.any([confirm.click(), page.waitForURL('**/login')]);
    },
  },
];
for (const { what, at, act } of acts)
  test(`somebody who ${what} while the browser is logged in as another person changes nothing @long`, async ({
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
    const accepted: string[] = [];
    page.on('response', (response) => {
      const request = response.request();
      if (request.method() !== 'GET' && /\/(api|storage)\//.test(response.url()) && response.ok())
        accepted.push(`${request.method()} ${request.url()}`);
    });
    await act(page);
    await ann.isAt('/login');
    await ann.reads('Your session is invalid. Please clear your cookies and login again.');
    expect(accepted).toEqual([]);
    // The other person is still logged in here.
    const cookies = await page.context().cookies();
    expect(cookies.filter(({ httpOnly }) => !httpOnly)).toHaveLength(1);
    expect(await answersOnAccount(page, server)).toEqual({});
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
