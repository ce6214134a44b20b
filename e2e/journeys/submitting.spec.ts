import { expect } from 'playwright/test';
import { tenant } from '#tenant/tenant.ts';
import { pdfFile } from '../support/files.ts';
import { test } from '../support/test.ts';

test('what the server refuses is named above the form, whatever page it is on', async ({
  page,
  applicant,
}) => {
  await applicant.hasACompleteDraft();
  await applicant.opens('/about');
  await page.route('**/api/answer', async (route) => {
    const isTaken = !(route.request().postData() ?? '').includes('Nowhere');
    const errors = { city: ['We cannot take this city.'] };
    await (isTaken ? route.continue() : route.fulfill({ status: 422, json: { message: 'No.', errors } }));
  });
  await applicant.answers('City', 'Nowhere');
  await applicant.reads('1 answer needs you: not sent to your account');
  await page.getByRole('navigation').getByRole('link', { name: 'Final Steps' }).click();
  await applicant.isAt('/final-steps');
  await applicant.presses('Submit');
  await applicant.isAt('/about');
  await expect(page.getByText('Please submit')).toHaveCount(0);
  await page.locator('#error-summary').getByRole('link', { name: 'We cannot take this city.' }).click();
  await expect(page.locator('[name=city]')).toBeFocused();
});

const endings = [
  { call: 'submit', submits: 1 },
  { call: 'validations', submits: 0 },
];
for (const [index, { call, submits }] of endings.entries())
  test(`a session that ends at the ${call} of Submit leads to the login, and says nothing else${index < 1 ? ' @slow' : ' @long'}`, async ({
    page,
    applicant,
  }) => {
    await applicant.hasACompleteDraft();
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

const unsent = [
  { what: 'nothing', types: false },
  { what: 'an answer', types: true },
];
for (const [index, { what, types }] of unsent.entries())
  test(`what another device has changed is not submitted unseen, if this one has yet to send ${what}${index < 1 ? ' @slow' : ' @long'}`, async ({
    applicant,
  }) => {
    await applicant.hasACompleteDraft();
    await applicant.opens('/final-steps');
    await applicant.reads(/Saved to your account/);
    await applicant.calls('PUT', '/api/answer', { answers: { city: 'Erie' } });
    if (types) await applicant.answers('Name of a graduate who referred you', 'Ada');
    await applicant.presses('Submit');
    await applicant.reads('Your application was changed on another device.');
    await applicant.isAt('/final-steps');
    await applicant.presses('Submit');
    await applicant.isAt('/completion');
  });

test('a file that the server attaches while no page is open does not prevent a submission @slow', async ({
  page: { request },
  applicant,
  server,
}) => {
  await applicant.hasACompleteDraft();
  await applicant.opens('/final-steps');
  await applicant.reads(/Saved to your account/);
  const document = `${server.url}/api/pdf/document-answer/college_transcript`;
  const asked = await request.post(`${server.url}/api/presigned-url`, {
    data: { answer_key: 'college_transcript' },
  });
  const { url, fields } = await asked.json();
  const file = await pdfFile('transcript.pdf');
  await request.post(new URL(url, server.url).href, { multipart: { ...fields, file } });
  await request.post(document, { data: { file_key: fields.key, file_name: file.name } });
  await expect
    .poll(async () => (await (await request.get(document)).json()).status, { timeout: 60_000 })
    .toBe('COMPLETED');
  await applicant.presses('Submit');
  await applicant.isAt('/completion');
});

test('a submission whose response was lost is not an error', async ({ page, applicant }) => {
  await applicant.hasACompleteDraft();
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

test('the error of a failed submission disappears with the next attempt @long', async ({
  page,
  applicant,
}) => {
  await applicant.hasACompleteDraft();
  await applicant.opens('/final-steps');
  await page.route('**/api/submit', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
  await applicant.presses('Submit');
  await applicant.reads('Submit Error');
  await applicant.presses('Submit');
  await applicant.isAt('/completion');
  await expect(page.getByText('Submit Error')).toHaveCount(0);
});

test('what only the server finds wrong at a submission is named @long', async ({ page, applicant }) => {
  await applicant.hasACompleteDraft();
  await applicant.opens('/final-steps');
  const errors = { city: ['We have no such city.'] };
  await page.route('**/api/submit', (route) =>
    route.fulfill({ status: 422, json: { message: 'Some answers are wrong.', errors } }),
  );
  await applicant.presses('Submit');
  await applicant.reads('Some answers are wrong. City: We have no such city.');
  await applicant.isAt('/final-steps');
});

test('an answer that the server fails to save prevents the submission @long', async ({ page, applicant }) => {
  await applicant.hasACompleteDraft();
  await applicant.opens('/final-steps');
  await applicant.reads(/Saved to your account/);
  await page.route('**/api/answer', (route) => route.fulfill({ status: 500, json: { message: 'No.' } }));
  await page.locator('[name=alumni_name]').fill('Otto Weber');
  await applicant.presses('Submit');
  await applicant.reads('No. Your answers have not reached us yet. Please submit again in a moment.');
  await applicant.isAt('/final-steps');
  await page.unrouteAll();
  await applicant.presses('Submit');
  await applicant.isAt('/completion');
});

test('somebody whose preferred name is blank is thanked by the first name @long', async ({
  page,
  applicant,
}) => {
  await applicant.hasSubmitted({ first_name: 'Ada', preferred_name: '  ' });
  await applicant.opens('/completion');
  await expect(page.locator('#welcome-heading')).toHaveText(
    tenant.texts.thankYou.heading.replace('{name}', 'Ada'),
  );
});

test('leaving the completion page, or being logged out there, leads to the login, which says why @long', async ({
  applicant,
}) => {
  await applicant.hasSubmitted();
  await applicant.opens('/completion');
  await applicant.logsOut();
  await applicant.reads('Your session is invalid. Please clear your cookies and login again.');
  await applicant.logsIn();
  await applicant.isAt('/completion');
  await applicant.reads(/^Submitted on [A-Z][a-z]+ \d{1,2}, \d{4} at .+\. The confirmation goes to /);
  await applicant.reads(applicant.email);
});

test('an application that another device has submitted leads to its end when the page is shown again @slow', async ({
  page,
  applicant,
}) => {
  await page.clock.install();
  await applicant.hasACompleteDraft();
  await applicant.opens('/education');
  await page.waitForLoadState('networkidle');
  await applicant.calls('POST', '/api/submit');
  await page.clock.fastForward('01:01');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await applicant.isAt('/completion');
});

test('what was changed too late, after another device had submitted, is named @long', async ({
  context,
  applicant,
}) => {
  await applicant.hasACompleteDraft();
  await applicant.opens('/about');
  await context.setOffline(true);
  await applicant.answers('City', 'York');
  await applicant.reads(/Offline: 1 answer waiting/);
  await applicant.calls('POST', '/api/submit');
  await context.setOffline(false);
  await applicant.isAt('/completion');
  await applicant.reads('Some changes were too late');
  await applicant.reads(/what you changed on this device in: City\./);
});
