import { expect, type Page, type Route } from 'playwright/test';
import { choose } from '../support/documents.ts';
import { pdfFile } from '../support/files.ts';
import { test } from '../support/test.ts';

// Every row of specification §8, against a server that fails with JSON, with HTML and with nothing.
// `src/api/refused-calls.node.test.ts` has every call and status. The short version tries all of these bodies at the
// cards, and the first one elsewhere.
const UNEXPECTED = "We've encountered an unexpected error at this time. Please try again later.";

const bodies = [
  {
    form: 'JSON',
    body: { json: { message: 'The server is being repaired.' } },
    said: 'The server is being repaired.',
  },
  { form: 'a blank message', body: { json: { message: ' ' } }, said: UNEXPECTED },
  { form: 'JSON without a message', body: { json: { error: 5 } }, said: UNEXPECTED },
  { form: 'HTML', body: { contentType: 'text/html', body: '<h1>Bad gateway</h1>' }, said: UNEXPECTED },
  { form: 'nothing', body: { body: '' }, said: UNEXPECTED },
];

const toastIn = (page: Page) => page.getByRole('alertdialog');

/** Fails the calls that change something, and lets reads pass. */
async function fails(
  page: Page,
  call: string,
  body: Parameters<Route['fulfill']>[0],
  status = 500,
): Promise<void> {
  await page.route(call, (route) =>
    route.request().method() === 'GET' && call.includes('/api/')
      ? route.continue()
      : route.fulfill({ status, ...body }),
  );
}

const cards = [
  { path: '/login', name: 'Login Card', call: 'login', fields: ['E-mail address', 'Password'] },
  { path: '/signup', name: 'Sign Up Card', call: 'signup', fields: ['E-mail address', 'Password'] },
  {
    path: '/confirm',
    name: 'Confirm Card',
    call: 'confirm',
    fields: ['E-mail address', 'Confirmation Code'],
  },
  { path: '/forgot', name: 'Forgot Password Card', call: 'forgot-password', fields: ['E-mail address'] },
  {
    path: '/reset?username=ann@example.org&id=x',
    name: 'Reset Password Card',
    call: 'reset-password',
    fields: ['New Password', 'Confirm Password'],
  },
];

const typed: Readonly<Record<string, string>> = {
  'E-mail address': 'ann@example.org',
  'Confirmation Code': '123456',
};

for (const [index, { path, name, call, fields }] of cards.entries())
  test(`a failure of the ${name} is a toast with its name, whatever the body${index < 1 ? '' : ' @long'}`, async ({
    page,
    applicant,
  }) => {
    await applicant.opens(path);
    for (const field of fields) await applicant.answers(field, typed[field] ?? 'Another horse 8 battery!');
    for (const { body, said } of bodies) {
      await fails(page, `**/public/${call}`, body);
      await applicant.presses('Submit');
      await expect(toastIn(page)).toHaveText(new RegExp(`${name} Error.*${said.replaceAll('.', '\\.')}`));
      await page.unroute(`**/public/${call}`);
    }
  });

test('a failure to send a code again is shown, whatever the body @long', async ({ page, applicant }) => {
  await applicant.opens('/login');
  await applicant.answers('E-mail address', 'ann@example.org');
  for (const { body, said } of bodies) {
    await fails(page, '**/public/resend-confirm', body);
    await applicant.presses('Resend confirmation code?');
    await expect(toastIn(page)).toContainText('Resend Confirmation Code Error');
    await expect(toastIn(page)).toContainText(said);
    await page.unroute('**/public/resend-confirm');
  }
});

for (const [index, { form, body, said }] of bodies.entries()) {
  test(`a press or choice that the server refuses is reported: ${form}${index < 1 ? ' @slow' : ' @long'}`, async ({
    page,
    applicant,
  }) => {
    const logged: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') logged.push(message.text());
    });
    await applicant.comesLoggedIn('/education');
    await applicant.reads('Add another college');
    const toast = toastIn(page);
    for (const call of ['tabs', 'add-another']) await fails(page, `**/api/${call}`, body);
    await page.getByRole('tab', { name: 'Describe your experience' }).click();
    await expect(
      toast.filter({ hasText: `Error handling tabs for Describe your experience: ${said}` }),
    ).toHaveCount(1);
    await applicant.presses('Add another college');
    await expect(toast.filter({ hasText: `Error adding another college: ${said}` })).toHaveCount(1);
    await page.unrouteAll();
    await expect(toast).toHaveCount(0, { timeout: 30_000 });

    await fails(page, '**/api/answer', body);
    await applicant.answers('College city', 'Erie');
    await applicant.presses('Save');
    await expect(toast.filter({ hasText: 'Save Error' })).toContainText(said);
    expect(logged).toContain('500 /api/answer');
    await page.unrouteAll();
    await applicant.reads(/^Saved to your account/);
    await expect(toast).toHaveCount(0);
  });

  test(`Continue opens the next page, and says what the server refuses: ${form} @long`, async ({
    page,
    applicant,
  }) => {
    await applicant.hasASession();
    for (const web_status of ['started', 'validating'])
      await applicant.calls('POST', '/api/web-status', { web_status });
    await applicant.opens('/about');
    const toast = toastIn(page);
    for (const { call, field, next, label } of [
      { call: 'validations', field: 'First name', next: '/education', label: 'Validation Error' },
      { call: 'answer', field: 'College city', next: '/final-steps', label: 'Save Error' },
    ]) {
      await fails(page, `**/api/${call}`, body);
      await applicant.answers(field, 'Erie');
      await applicant.presses('Continue');
      await applicant.isAt(next);
      await expect(toast.filter({ hasText: label })).toContainText(said);
      await page.unrouteAll();
      await expect(toast).toHaveCount(0, { timeout: 30_000 });
      await applicant.reads(/^Saved to your account/);
    }
  });

  test(`a submission that the server refuses is reported: ${form}${index < 1 ? ' @slow' : ' @long'}`, async ({
    page,
    applicant,
  }) => {
    await applicant.hasACompleteDraft();
    await applicant.opens('/final-steps');
    await fails(page, '**/api/submit', body);
    await applicant.presses('Submit');
    await expect(toastIn(page)).toHaveText(new RegExp(`Submit Error.*${said.replaceAll('.', '\\.')}`));
    await page.unrouteAll();
    await applicant.presses('Submit');
    await applicant.isAt('/completion');
  });

  test(`an upload that the server refuses clears the field and is reported: ${form} @long`, async ({
    page,
    applicant,
  }) => {
    await applicant.comesLoggedIn('/education');
    const transcript = page.locator('#college_transcript');
    for (const call of ['presigned-url', 'pdf/document-answer/college_transcript']) {
      await page.route(`**/api/${call}`, (route) =>
        route.request().method() === 'POST' ? route.fulfill({ status: 500, ...body }) : route.continue(),
      );
      const reset = page.waitForRequest(
        (request) => request.method() === 'DELETE' && request.url().includes('/api/pdf/document-answer/'),
      );
      await choose(transcript, await pdfFile());
      await expect(toastIn(page)).toContainText('Error uploading file for Unofficial transcript');
      await expect(toastIn(page)).toContainText(said);
      await expect(transcript.getByText(/^Attached/)).toHaveCount(0);
      await reset;
      await page.unrouteAll();
    }
  });

  test(`a logout that fails is reported in a dialog: ${form} @long`, async ({ page, applicant }) => {
    await applicant.comesLoggedIn();
    await page.route('**/api/logout', (route) => route.fulfill({ status: 500, ...body }));
    await applicant.presses('Account');
    await applicant.presses('Log Out');
    await expect(page.getByRole('dialog', { name: 'Unexpected Error' })).toContainText(said);
  });

  test(`a session that has ended leads to the login, which says so: ${form}${index < 1 ? ' @slow' : ' @long'}`, async ({
    page,
    applicant,
  }) => {
    await applicant.comesLoggedIn();
    await fails(page, '**/api/answer', body, 401);
    // It is sent by itself a second later: a press of Save could meet a page that leaves.
    await applicant.answers('First name', 'Zoë');
    await applicant.isAt('/login');
    await applicant.reads('Your session is invalid. Please clear your cookies and login again.');
  });
}

test('a copy that could not be made is reported in a toast @long', async ({ page, applicant }) => {
  await applicant.comesLoggedIn('/final-steps');
  await page.route('**/api/pdf', (route) =>
    route.fulfill({ json: { status: 'FAILED', url: '', message: null } }),
  );
  await applicant.presses('Get a PDF copy');
  await expect(toastIn(page)).toContainText('Error downloading PDF copy of your application.');
});

for (const { form, body } of bodies)
  test(`a look-up that fails finds nothing, and shows no error: ${form} @long`, async ({
    page,
    applicant,
  }) => {
    await page.route('**/lookup/find?*', (route) => route.fulfill({ status: 500, ...body }));
    await applicant.opens('/education');
    // The list is in the field's second script, which loads once the field is near the screen.
    const college = page.getByRole('combobox', { name: 'College or university' });
    await page.locator('#college_name').scrollIntoViewIfNeeded();
    const failed = page.waitForResponse(
      (response) => new URL(response.url()).searchParams.get('text') === 'Scranton',
    );
    await college.pressSequentially('Scranton', { delay: 20 });
    await failed;
    await expect(page.getByRole('option', { name: 'Use: Scranton' })).toBeVisible();
    await expect(page.getByRole('option')).toHaveCount(1);
    await expect(toastIn(page)).toHaveCount(0);
  });

const unforeseen = [
  {
    kind: 'thrown',
    fail: () =>
      void setTimeout(() => {
        throw new Error('Öztürk');
      }),
  },
  { kind: 'rejection', fail: () => void Promise.reject(new Error('Öztürk')) },
];

for (const [index, { kind, fail }] of unforeseen.entries())
  test(`an unforeseen error (${kind}) is shown, and reported without its text${index < 1 ? ' @slow' : ' @long'}`, async ({
    page,
    applicant,
  }) => {
    await applicant.opens('/education');
    await applicant.answers('College city', 'Erie');
    const reported = page.waitForRequest('**/public/client-error');
    await page.evaluate(fail);
    await expect(toastIn(page)).toContainText('Unexpected Error');
    await expect(toastIn(page)).toContainText(UNEXPECTED);
    const report = await reported;
    expect(report.postDataJSON()).toEqual({
      kind,
      release: expect.stringMatching(/^[\w-]{6}$/),
      route: '/education',
    });
    expect((await report.response())?.status()).toBe(204);
    await applicant.hasAnswered('College city', 'Erie');
  });

const profiles = [
  { form: 'HTML of a success', response: { status: 200, contentType: 'text/html', body: '<h1>Hello</h1>' } },
  ...bodies.map(({ form, body }) => ({ form, response: { status: 500, ...body } })),
];
for (const [index, { form, response }] of profiles.entries())
  test(`the error screen truly says that the operator has been told: ${form}${index < 1 ? ' @slow' : ' @long'}`, async ({
    page,
    applicant,
    server,
  }) => {
    await applicant.hasASession();
    await page.route('**/api/profile', (route) => route.fulfill(response));
    const reported = page.waitForRequest('**/public/client-error');
    await page.goto(`${server.url}/about`);
    await applicant.reads('Something went wrong.');
    await applicant.reads(
      'The issue that caused you to see this has been logged. We will get it fixed as soon as possible.',
    );
    expect((await reported).postDataJSON()).toMatchObject({ kind: 'boundary', route: '/about' });
  });
