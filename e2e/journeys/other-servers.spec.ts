import { expect } from 'playwright/test';
import { CONFIRMED } from '#contract/confirm.ts';
import { PASSWORD_CHANGED } from '#contract/reset-password.ts';
import { RESET_LINK_SENT } from '#contract/forgot-password.ts';
import { SIGNED_UP } from '#contract/signup.ts';
import { SUBMITTED, UNEXPECTED } from '#contract/sentences.ts';
import { tenant } from '#tenant/tenant.ts';
import { Applicant, PASSWORD } from '../support/applicant.ts';
import { completeAnswers } from '../support/complete-answers.ts';
import { choose } from '../support/documents.ts';
import { pdfFile } from '../support/files.ts';
import { BROKEN, NOT_PAID, startForeignServer } from '../support/foreign-server.ts';
import { test as base } from '../support/test.ts';
import { workerIsReady } from '../support/worker.ts';

/** With a server that was written from the specification alone, and an applicant there. */
const test = base.extend<{ foreign: Awaited<ReturnType<typeof startForeignServer>>; stranger: Applicant }>({
  // oxlint-disable-next-line no-empty-pattern -- the runner reads the names of the fixtures from this pattern
  foreign: async ({}, use) => {
    const foreign = await startForeignServer(tenant.identityCookiePrefix);
    await use(foreign);
    await foreign.stop();
  },
  stranger: async ({ page, foreign }, use) => {
    await use(new Applicant(page, foreign));
  },
});

test('a server written from the specification alone: from the first letter to the submission @slow', async ({
  page,
  foreign,
  stranger,
}) => {
  await test.step('types without an account, signs up, confirms and logs in', async () => {
    await stranger.opens('/about');
    await stranger.answers('First name', 'Zoë');
    await stranger.reads('Saved on this device');
    await stranger.presses('Continue');
    await stranger.signsUp();
    await stranger.reads(SIGNED_UP);
    await stranger.answers('Confirmation Code', '111111');
    await stranger.presses('Submit');
    await expect(page.getByRole('alertdialog', { name: 'Confirm Card Error' })).toContainText(UNEXPECTED);
    await stranger.confirms();
    await stranger.reads(CONFIRMED);
    await stranger.logsIn();
    await stranger.hasAnswered('First name', 'Zoë');
    await stranger.reads(/Saved to your account/);
  });

  const account = foreign.accounts.get(stranger.email)!;
  expect(account.answers).toMatchObject({ first_name: 'Zoë' });

  await test.step('is led to what is missing', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Final Steps' }).click();
    await stranger.presses('Submit');
    await stranger.isAt('/about');
    await stranger.reads("We're missing some information!");
    await expect.poll(() => account.errors?.['last_name']).toEqual(['Please enter your last name.']);
    await stranger.answers('Last name', 'Öztürk');
    await stranger.presses('Save');
    await stranger.reads(/Saved to your account/);
  });

  await test.step('finds a school', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Education' }).click();
    await page.locator('[name=college_name]').scrollIntoViewIfNeeded();
    await expect(page.locator('[name=college_name]')).toHaveRole('combobox');
    await stranger.picksSuggestion('college_name', 'West');
    await expect(page.locator('[name=college_zip]')).toHaveValue('12180');
    await expect(page.locator('[name=college_ceeb]')).toHaveValue('1234');
    await stranger.reads(/Saved to your account/);
  });

  await test.step('answers and chooses a file without a network, opens the form again, and is back', async () => {
    await workerIsReady(page);
    await page.reload();
    await expect(page.locator('[name=college_zip]')).toHaveValue('12180');
    await page.context().setOffline(true);
    await page.locator('[name=college_address_line_1]').fill('1 Main St');
    await choose(page.locator('#college_transcript'), await pdfFile());
    await stranger.reads(/Offline: .*waiting/);
    await page.reload();
    await expect(page.locator('[name=college_address_line_1]')).toHaveValue('1 Main St');
    await stranger.reads(/Offline: .*waiting/);
    expect(account.answers).not.toHaveProperty('college_address_line_1', '1 Main St');
    expect(account.documents.size).toBe(0);
    await page.context().setOffline(false);
    await expect(page.locator('#college_transcript').getByText(/Attached/)).toBeVisible({ timeout: 30_000 });
    await stranger.reads(/Saved to your account/);
    expect(account.answers).toHaveProperty('college_address_line_1', '1 Main St');
    await expect.poll(() => account.answers['college_transcript']).toBe('ANSWERED');
  });

  await test.step('chooses a tab and adds a college', async () => {
    await page.getByRole('tab', { name: 'Describe your experience' }).click();
    await stranger.presses('Add another college');
    await stranger.reads(/Saved to your account/);
    await expect.poll(() => account.counts).toEqual({ college: '2' });
    await expect.poll(() => account.tabs).toEqual({ employ_experience_tabs: 'employ_experience' });
  });

  await test.step('finds all of it again, with what another device has filled in', async () => {
    const { college_name: _, first_name: __, ...others } = completeAnswers;
    Object.assign(account.answers, others, { legal_agree: true, zip: 18509 });
    await page.reload();
    await expect(page.getByRole('tab', { name: 'Describe your experience' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await expect(page.locator('[name=college_2_name]')).toBeVisible();
    await expect(page.locator('#college_transcript').getByText('transcript.pdf')).toBeVisible();
    await page.getByRole('navigation').getByRole('link', { name: 'About You' }).click();
    await stranger.hasAnswered('ZIP or postal code', '18509');
  });

  await test.step('gets a PDF copy, and submits', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Final Steps' }).click();
    await stranger.presses('Get a PDF copy');
    await expect(page.getByRole('link', { name: 'Download a PDF copy' })).toHaveAttribute(
      'href',
      '/copy.pdf',
    );
    await stranger.presses('Submit');
    await stranger.reads(NOT_PAID);
    await stranger.isAt('/final-steps');
    account.hasPaid = true;
    await stranger.presses('Submit');
    await stranger.isAt('/completion');
    await stranger.reads(SUBMITTED);
    expect(account.statuses.map(({ web_status }) => web_status)).toEqual([
      'started',
      'validating',
      'submitted',
    ]);
  });
});

test('there, another applicant sees nothing of the first, and a password is reset @long', async ({
  page,
  foreign,
  stranger,
}) => {
  foreign.join(stranger.email, PASSWORD, {
    first_name: 'Ada',
    middle_name: null,
    expected_graduation_date: 2019,
  });
  foreign.join('next@example.org', PASSWORD);
  await stranger.opens('/login');
  await stranger.logsIn();
  await stranger.hasAnswered('First name', 'Ada');
  await stranger.answers('City', 'Troy');
  await stranger.reads(/Saved to your account/);
  await stranger.logsOut();
  const next = new Applicant(page, foreign, 'next@example.org');
  await next.logsIn();
  await next.hasAnswered('First name', '');
  await next.logsOut();

  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await next.answers('E-mail address', next.email);
  await next.presses('Submit');
  await next.reads(RESET_LINK_SENT);
  const id = foreign.accounts.get(next.email)?.resetId ?? '';
  await next.opens(`/reset?username=${next.email}&id=wrong`);
  const changed = 'Another horse 8 battery!';
  const sends = async () => {
    await next.answers('New Password', changed);
    await next.answers('Confirm Password', changed);
    await next.presses('Submit');
  };
  await sends();
  await expect(page.getByRole('alertdialog', { name: 'Reset Password Card Error' })).toContainText(
    UNEXPECTED,
  );
  await next.opens(`/reset?username=${next.email}&id=${id}`);
  await sends();
  await next.isAt('/login');
  await next.reads(PASSWORD_CHANGED);
});

test('there, a file that cannot be converted fails in our words, and another is attached and deleted @long', async ({
  page,
  foreign,
  stranger,
}) => {
  foreign.join(stranger.email, PASSWORD);
  await stranger.opens('/login');
  await stranger.logsIn();
  const { documents, answers } = foreign.accounts.get(stranger.email)!;
  await page.getByRole('navigation').getByRole('link', { name: 'Education' }).click();
  const transcript = page.locator('#college_transcript');
  await choose(transcript, await pdfFile(BROKEN));
  await expect(transcript).toContainText(UNEXPECTED, { timeout: 20_000 });
  await expect.poll(() => documents.size).toBe(0);
  await choose(transcript, await pdfFile());
  await expect(transcript.getByText(/Attached/)).toBeVisible({ timeout: 20_000 });
  await expect.poll(() => answers['college_transcript']).toBe('ANSWERED');
  await transcript.getByRole('button', { name: 'Delete transcript.pdf' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => documents.size).toBe(0);
  await stranger.reads(/Saved to your account/);
  await expect.poll(() => answers['college_transcript']).toBeNull();
});

test('there, a 403 of the log-in without a word leads nobody away, and a code can be asked for @long', async ({
  page,
  foreign,
  stranger,
}) => {
  foreign.join(stranger.email, PASSWORD);
  foreign.accounts.get(stranger.email)!.isConfirmed = false;
  await stranger.opens('/login');
  await stranger.answers('E-mail address', stranger.email);
  await stranger.answers('Password', PASSWORD);
  await stranger.presses('Submit');
  await expect(page.getByRole('region', { name: 'Log In' })).toContainText(UNEXPECTED);
  await stranger.presses('Resend confirmation code?');
  await stranger.isAt('/confirm');
  await stranger.confirms();
  await stranger.reads(CONFIRMED);
});

test('there, the views by token show what there is @long', async ({ page, foreign, stranger }) => {
  foreign.join('printed', PASSWORD, {
    first_name: 'Ottilie',
    middle_name: null,
    expected_graduation_date: 2019,
  });
  await stranger.opens('/about?token=any');
  await stranger.hasAnswered('First name', 'Carried');
  await stranger.hasAnswered('ZIP or postal code', '18509');
  await page.goto(`${foreign.url}/about?service_token=printed`);
  await stranger.reads('Ottilie');
});

/** Another server may keep its marker cookie after a session has ended, and may be busy for a moment. */

test('an ended session keeps nobody from the form, although the server leaves its marker @slow', async ({
  page,
  context,
  applicant,
}) => {
  await applicant.comesLoggedIn();
  await applicant.reads(/Saved/);
  // The session ends with the save: an earlier call would lead away before anything is typed.
  let hasEnded = false;
  await page.route('**/api/**', (route) => {
    hasEnded ||= route.request().url().endsWith('/api/answer');
    const ended = { status: 401, json: { message: 'Your session has ended.' } };
    return hasEnded ? route.fulfill(ended) : route.continue();
  });
  await applicant.answers('City', 'Scranton');
  await applicant.isAt('/login');
  await applicant.reads('Your session is invalid. Please clear your cookies and login again.');
  expect((await context.cookies()).filter(({ httpOnly }) => !httpOnly)).toEqual([]);
  await applicant.opens('/about');
  await applicant.isAt('/about');
  await expect(page.locator('[name=city]')).toHaveValue('');
});

test('the same holds after a reload that finds the session ended, and after a logout @long', async ({
  page,
  context,
  applicant,
}) => {
  await applicant.comesLoggedIn();
  const markers = (await context.cookies()).filter(({ httpOnly }) => !httpOnly);
  await page.route('**/api/logout', (route) => route.fulfill({ json: { message: 'Bye.' } }));
  await applicant.logsOut();
  expect((await context.cookies()).filter(({ httpOnly }) => !httpOnly)).toEqual([]);
  await context.clearCookies();
  await context.addCookies(markers);
  await applicant.opens('/about');
  await applicant.isAt('/login');
  await applicant.opens('/about');
  await applicant.isAt('/about');
});

test('a start waits for a server that is busy for a moment, with the spinner @long', async ({
  page,
  applicant,
}) => {
  await applicant.hasASession();
  let busy = 2;
  await page.route('**/api/profile', async (route) => {
    busy -= 1;
    if (busy < 0) return route.continue();
    return route.fulfill({
      status: 503,
      headers: { 'retry-after': '1' },
      json: { message: 'We are starting.' },
    });
  });
  await applicant.opens('/about');
  await applicant.answers('City', 'Scranton');
  await applicant.reads(/Saved to your account/);
  expect(busy).toBeLessThan(0);
});

test('the view of a service user waits for a busy server, too @long', async ({ page, applicant }) => {
  let busy = 1;
  await page.route('**/service/tmp-pdf?*', (route) => {
    busy -= 1;
    if (busy < 0)
      return route.fulfill({
        json: { answer: { first_name: 'Ottilie' }, add_another: {}, document_answer: {}, tabs: {} },
      });
    return route.fulfill({ status: 429, headers: { 'retry-after': '1' }, json: { message: 'Too many.' } });
  });
  await applicant.opens('/about?service_token=some-token');
  await applicant.reads('Ottilie');
});
