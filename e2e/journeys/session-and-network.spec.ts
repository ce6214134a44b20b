import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page } from 'playwright/test';
import { completeAnswers } from '../access/answers.ts';
import { Applicant } from '../support/applicant.ts';
import { admin, type TestServer } from '../support/server.ts';
import { test } from '../support/test.ts';

/** Another person, with a session in the browser of this page that the page itself does not hear of. */
async function withAnAccount(page: Page, server: TestServer): Promise<Applicant> {
  const other = new Applicant(page, server);
  await other.hasASession();
  return other;
}

async function answersOnAccount(page: Page, server: TestServer): Promise<unknown> {
  const profile = await page.request.get(`${server.url}/api/profile`);
  return (await profile.json()).answer;
}

test('warns after 14 idle minutes, stays on demand, and logs out after 15', async ({ page, applicant }) => {
  await page.clock.install();
  await applicant.comesLoggedIn();
  // The session is known, and its time runs.
  await page.waitForLoadState('networkidle');
  await page.clock.fastForward('14:01');
  const dialog = page.getByRole('dialog', { name: 'Still working?' });
  await expect(dialog).toHaveAccessibleDescription(/Would you like to stay logged in\?/);
  await applicant.presses('Yes - Take me back to my application');
  await expect(dialog).toBeHidden();
  await page.clock.fastForward('13:00');
  await expect(dialog).toBeHidden();
  await page.clock.fastForward('02:01');
  await applicant.isAt('/login');
  await applicant.reads('You have been automatically logged out due to inactivity.');
});

test('an ended session keeps what was typed for the same account alone', async ({ context, applicant }) => {
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
  server,
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
  const { email } = await withAnAccount(await elsewhere.newPage(), server);
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
  expect(await answersOnAccount(second, server)).toEqual({ zip: '17401' });

  await ben.logsOut();
  const backAgain = new Applicant(second, server, ann.email);
  await backAgain.logsIn();
  await backAgain.hasAnswered('City', 'Erie');
  await backAgain.hasAnswered('ZIP or postal code', '');
});

test('who logs in over somebody who has left the page open sees nothing that was asked for them', async ({
  page,
  browser,
  server,
}) => {
  const ann = new Applicant(page, server);
  await ann.hasASession();
  await page.context().clearCookies();
  await ann.opens('/login');
  await ann.logsIn();
  await ann.calls('PUT', '/api/add-another', { button_id: 'college', num_components: 2 });
  await page.getByRole('navigation').getByRole('link', { name: 'Education' }).first().click();
  await expect(page.locator('[name=college_2_name]')).toBeVisible();

  const elsewhere = await browser.newContext();
  const { email } = await withAnAccount(await elsewhere.newPage(), server);
  await elsewhere.close();
  const ben = new Applicant(page, server, email);
  while (!page.url().endsWith('/login')) await page.goBack();
  await ben.logsIn();
  await page.getByRole('navigation').getByRole('link', { name: 'Education' }).first().click();
  await expect(page.locator('[name=college_name]')).toBeVisible();
  await expect(page.locator('[name=college_2_name]')).toHaveCount(0);
});

test('a page that is turned sends nothing either once its browser is logged in as somebody else', async ({
  page,
  server,
}) => {
  const ann = new Applicant(page, server);
  await ann.comesLoggedIn();
  await ann.answers('First name', 'Ann');
  await ann.reads(/Saved to your account/);
  await withAnAccount(page, server);
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') calls.push(request.url());
  });
  await page.getByRole('navigation').getByRole('link', { name: 'Education' }).first().click();
  await ann.isAt('/login');
  expect(calls).toEqual([]);
});

test('a page sends nothing once its browser is logged in as somebody else', async ({ page, server }) => {
  const ann = new Applicant(page, server);
  await ann.comesLoggedIn();
  await ann.answers('First name', 'Ann');
  await ann.reads(/Saved to your account/);
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

for (const { call, at, does } of [
  { call: '/api/pdf', at: '/final-steps', does: 'Get a PDF copy' },
  { call: '/api/submit', at: '/final-steps', does: 'Submit' },
  { call: '/api/tabs', at: '/about' },
  { call: '/api/add-another', at: '/about' },
  { call: '/api/document-answer', at: '/about' },
]) {
  test(`an ended session that ${call} finds leads to the login`, async ({ page, applicant, server }) => {
    await applicant.hasASession();
    await applicant.calls('PUT', '/api/answer', { answers: completeAnswers });
    await page.route(`**${call}`, (route) =>
      route.fulfill({ status: 401, json: { message: 'Please log in again.' } }),
    );
    await page.goto(`${server.url}${at}`);
    if (does !== undefined) await applicant.presses(does);
    await applicant.isAt('/login');
    await applicant.reads('Your session is invalid. Please clear your cookies and login again.');
  });
}

test('offline letters wait, and reach the account when the network is back', async ({
  page,
  context,
  applicant,
}) => {
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

test('another device’s change of the same answer is asked about', async ({
  page,
  context,
  applicant,
  server,
}) => {
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
  await expect(dialog.getByRole('definition')).toHaveText(['York', 'Reading']);
  await expect(dialog.getByRole('button', { name: 'Keep “York” (this device)' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep “Reading” (other device)' }).click();
  await applicant.hasAnswered('City', 'Reading');
  await applicant.reads(/Saved to your account/);
});

test('many answers that differ are decided alike in one go', async ({ page, context, applicant }) => {
  await applicant.comesLoggedIn();
  await applicant.answers('City', 'Erie');
  await applicant.reads(/Saved to your account/);
  await context.setOffline(true);
  await applicant.answers('City', 'York');
  await applicant.answers('First name', 'Zoë');
  await applicant.answers('Last name', 'Ng');
  await applicant.reads(/Offline/);
  await applicant.calls('PUT', '/api/answer', {
    answers: { city: 'Reading', first_name: 'Zoe', last_name: 'Nguyen' },
  });
  await context.setOffline(false);
  const dialog = page.getByRole('dialog', { name: 'Which answer should we keep?' });
  await expect(dialog.getByText('1 of 3')).toBeVisible();
  await dialog.getByLabel('The same for the other 2 answers').check();
  await dialog.getByRole('button', { name: 'Keep all 3 of this device' }).click();
  await expect(dialog).toBeHidden();
  await applicant.reads(/Saved to your account/);
  await page.reload();
  await applicant.hasAnswered('City', 'York');
  await applicant.hasAnswered('First name', 'Zoë');
  await applicant.hasAnswered('Last name', 'Ng');
});

test('what a server in trouble could not say at the start is there when it has recovered', async ({
  page,
  applicant,
  server,
}) => {
  await applicant.comesLoggedIn('/education');
  await applicant.reads('Add another college');
  await page.route('**/api/**', (route) =>
    route.fulfill({ status: 503, contentType: 'application/json', body: '{"message":"Not now."}' }),
  );
  await page.reload();
  await applicant.reads('Add another college');
  const put = await page.request.put(`${server.url}/api/add-another`, {
    data: { button_id: 'college', num_components: 2 },
  });
  expect(put.ok()).toBe(true);
  await page.unroute('**/api/**');
  await expect(page.locator('[name=college_2_name]')).toBeVisible({ timeout: 60_000 });
});

test('a link with answers fills blanks once; one that is dead keeps nobody from the form', async ({
  page,
  applicant,
  server,
}) => {
  await applicant.opens('/about');
  await applicant.answers('First name', 'Zoë');
  await applicant.reads('Saved on this device');
  const file = path.join(server.dataDir, 'carried.json');
  await writeFile(file, JSON.stringify({ first_name: 'Carried', city: 'York' }));
  const link = new URL(await admin(server, 'answer-link', file));
  await page.goto(`${server.url}${link.pathname}${link.search}`);
  await applicant.hasAnswered('City', 'York');
  await applicant.hasAnswered('First name', 'Zoë');
  await expect(page).toHaveURL(`${server.url}/about`);
  await applicant.answers('City', '');
  await applicant.reads('Saved on this device');
  await page.reload();
  await applicant.hasAnswered('First name', 'Zoë');
  await applicant.hasAnswered('City', '');
  await page.goto(`${server.url}/about?token=${'x'.repeat(43)}`);
  await applicant.reads(/answers of this link can no longer be fetched/);
  await applicant.hasAnswered('First name', 'Zoë');
});

test('what the server refuses is named above the form, whatever page it is on', async ({
  page,
  applicant,
}) => {
  await applicant.hasASession();
  await applicant.calls('PUT', '/api/answer', { answers: completeAnswers });
  await applicant.opens('/about');
  await page.route('**/api/answer', async (route) => {
    const isTaken = !(route.request().postData() ?? '').includes('Nowhere');
    const errors = { city: ['We cannot take this city.'] };
    await (isTaken ? route.continue() : route.fulfill({ status: 422, json: { message: 'No.', errors } }));
  });
  await applicant.answers('City', 'Nowhere');
  await applicant.reads('1 answer needs you: not sent to your account');
  await page.getByRole('link', { name: 'Final Steps' }).click();
  await applicant.isAt('/final-steps');
  await applicant.presses('Submit');
  await applicant.isAt('/about');
  await expect(page.getByText('Please submit')).toHaveCount(0);
  await page.locator('#error-summary').getByRole('link', { name: 'We cannot take this city.' }).click();
  await expect(page.locator('[name=city]')).toBeFocused();
});

for (const { call, submits } of [
  { call: 'validations', submits: 0 },
  { call: 'submit', submits: 1 },
])
  test(`a session that ends at the ${call} of Submit leads to the login, and says nothing else`, async ({
    page,
    applicant,
  }) => {
    await applicant.hasASession();
    await applicant.calls('PUT', '/api/answer', { answers: completeAnswers });
    await applicant.opens('/final-steps');
    await page.route(`**/api/${call}`, (route) =>
      route.fulfill({ status: 401, json: { message: 'Your session has ended.' } }),
    );
    const submitted: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/submit')) submitted.push(request.url());
    });
    await applicant.presses('Submit');
    await applicant.isAt('/login');
    await applicant.reads('Your session is invalid. Please clear your cookies and login again.');
    await page.waitForLoadState('networkidle');
    expect(submitted).toHaveLength(submits);
    await expect(page.getByText('Submit Error')).toHaveCount(0);
  });

test('a submission whose answer was lost is no error', async ({ page, applicant }) => {
  await applicant.hasASession();
  await applicant.calls('PUT', '/api/answer', { answers: completeAnswers });
  await applicant.opens('/final-steps');
  await page.route('**/api/submit', async (route) => {
    await route.fetch();
    await route.continue();
  });
  await applicant.presses('Submit');
  await applicant.isAt('/completion');
  await applicant.reads('Your application was successfully submitted.');
  await expect(page.getByText('Submit Error')).toHaveCount(0);
});

test('what the server alone finds wrong at a submission is named', async ({ page, applicant }) => {
  await applicant.hasASession();
  await applicant.calls('PUT', '/api/answer', { answers: completeAnswers });
  await applicant.opens('/final-steps');
  const errors = { city: ['We have no such city.'] };
  await page.route('**/api/submit', (route) =>
    route.fulfill({ status: 422, json: { message: 'Some answers are wrong.', errors } }),
  );
  await applicant.presses('Submit');
  await applicant.reads('Some answers are wrong. City: We have no such city.');
  await applicant.isAt('/final-steps');
});

test('an answer that the server fails to take keeps back the submission', async ({ page, applicant }) => {
  await applicant.hasASession();
  await applicant.calls('PUT', '/api/answer', { answers: completeAnswers });
  await applicant.opens('/final-steps');
  await applicant.reads(/Saved to your account/);
  await page.route('**/api/answer', (route) => route.fulfill({ status: 500, json: { message: 'No.' } }));
  await page.locator('[name=alumni_name]').fill('Otto Weber');
  await applicant.presses('Submit');
  await applicant.reads('Your answers have not reached us yet. Please submit again in a moment.');
  await applicant.isAt('/final-steps');
  await page.unrouteAll();
  await applicant.presses('Submit');
  await applicant.isAt('/completion');
});

test('who leaves the completion page, or is logged out on it, comes to the login, which says why', async ({
  applicant,
}) => {
  await applicant.hasASession();
  await applicant.calls('PUT', '/api/answer', { answers: completeAnswers });
  await applicant.calls('POST', '/api/submit');
  await applicant.opens('/completion');
  await applicant.logsOut();
  await applicant.reads('Your session is invalid. Please clear your cookies and login again.');
  await applicant.logsIn();
  await applicant.isAt('/completion');
  await applicant.reads(/^Submitted on [A-Z][a-z]+ \d{1,2}, \d{4}\. The confirmation goes to /);
  await applicant.reads(applicant.email);
});

test('what was changed too late, after another device had submitted, is named', async ({
  context,
  applicant,
}) => {
  await applicant.hasASession();
  await applicant.calls('PUT', '/api/answer', { answers: completeAnswers });
  await applicant.opens('/about');
  await context.setOffline(true);
  await applicant.answers('City', 'York');
  await applicant.reads(/Offline: 1 answer waiting/);
  await applicant.calls('POST', '/api/submit');
  await context.setOffline(false);
  await applicant.isAt('/completion');
  await applicant.reads('Some changes came too late');
  await applicant.reads(/what you changed on this device in: City\./);
});

test('logging out empties the device and the other tab', async ({ page, context, applicant, server }) => {
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
