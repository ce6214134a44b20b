import { expect, type Page, type Route } from 'playwright/test';
import { pdfFile } from '../support/files.ts';
import { test } from '../support/test.ts';

const DEFAULT_SENTENCE = "We've encountered an unexpected error at this time. Please try again later.";

/** What a failing server may send. Only its own sentence is shown (specification §8). */
const bodies = [
  {
    form: 'JSON',
    answer: { status: 500, json: { message: 'The list is being repaired.' } },
    said: 'The list is being repaired.',
  },
  {
    form: 'HTML',
    answer: { status: 500, contentType: 'text/html', body: '<h1>Bad gateway</h1>' },
    said: DEFAULT_SENTENCE,
  },
  { form: 'nothing', answer: { status: 500, body: '' }, said: DEFAULT_SENTENCE },
];

const noticeAbout = (page: Page, heading: string) =>
  page.getByRole('alert').filter({ has: page.getByRole('heading', { name: heading }) });

/** Fails a call's reads, and lets everything else pass. */
async function failReadings(page: Page, call: string, answer: Parameters<Route['fulfill']>[0]) {
  let readings = 0;
  await page.route(`**/api/${call}`, async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    readings += 1;
    return route.fulfill(answer);
  });
  return { count: () => readings };
}

for (const [index, { form, answer, said }] of bodies.entries()) {
  test(`a list of colleges that fails with ${form} is reported, and loaded on demand; typed text stays${index < 1 ? ' @slow' : ' @long'}`, async ({
    page,
    applicant,
  }) => {
    await applicant.hasADraft({ college_2_city: 'Scranton' });
    await applicant.calls('PUT', '/api/add-another', { button_id: 'college', num_components: 3 });
    const readings = await failReadings(page, 'add-another', answer);
    await applicant.opens('/education');
    const notice = noticeAbout(page, 'We could not load this list.');
    await expect(notice).toContainText(said);
    await expect(page.getByRole('button', { name: 'Add another college' })).toHaveCount(0);
    await expect(page.locator('[name=college_2_city]')).toHaveValue('Scranton');
    await page.locator('[name=college_city]').fill('Erie');
    await applicant.reads(/^Saved to your account/);
    expect(readings.count()).toBe(1);

    const again = notice.getByRole('button', { name: 'Try again' });
    await again.click();
    await expect.poll(readings.count).toBe(2);
    await expect(again).toBeFocused();
    await expect(notice).toContainText(said);
    await page.unroute('**/api/add-another');
    await page.keyboard.press('Enter');
    await expect(notice).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Add another college' })).toBeFocused();
    await expect(page.locator('[name=college_3_city]')).toBeVisible();
    await expect(page.locator('[name=college_city]')).toHaveValue('Erie');
  });
}

test('a chosen tab that cannot be loaded is reported; the tabs stay usable, and a retry loads the files, too @long', async ({
  page,
  applicant,
}) => {
  await applicant.hasADraft({ employ_experience: 'Ten years as a nurse' });
  await failReadings(page, 'tabs', { status: 500, json: { message: 'The tabs are being repaired.' } });
  await applicant.opens('/education');
  const notice = noticeAbout(page, 'We could not load your choice.');
  await expect(notice).toContainText('The tabs are being repaired.');
  const words = page.locator('[name=employ_experience]');
  await words.fill('Eleven years as a nurse');
  await applicant.reads(/^Saved to your account/);
  await page.unroute('**/api/tabs');
  const documents = page.waitForRequest((request) => request.url().endsWith('/api/document-answer'));
  await notice.getByRole('button', { name: 'Try again' }).click();
  await documents;
  await expect(notice).toHaveCount(0);
  await expect(page.getByRole('tab', { name: 'Describe your experience' })).toBeFocused();
  await expect(words).toHaveValue('Eleven years as a nurse');
});

test('a list of documents that cannot be loaded is reported at each file, and loaded on demand @long', async ({
  page,
  applicant,
}) => {
  await applicant.hasASession();
  const readings = await failReadings(page, 'document-answer', {
    status: 500,
    json: { message: 'The files are away.' },
  });
  await applicant.opens('/education');
  const transcript = page.locator('#college_transcript');
  await expect(transcript).toContainText('We could not load your file. The files are away.');
  await expect(page.locator('#employ_resume')).toContainText('The files are away.');
  expect(readings.count()).toBe(1);
  await applicant.answers('College city', 'Erie');
  await applicant.reads(/^Saved to your account/);
  await page.unroute('**/api/document-answer');
  await transcript.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('The files are away.')).toHaveCount(0);
  await page.locator('input[name=college_transcript]').setInputFiles(await pdfFile('transcript.pdf'));
  await expect(transcript.getByText(/^Attached/)).toBeVisible({ timeout: 60_000 });
});

test('an uploading file is shown although the list of documents fails @long', async ({ page, applicant }) => {
  await applicant.comesLoggedIn('/education');
  await applicant.reads('Add another college');
  await page.route('**/api/pdf/document-answer/college_transcript', async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    return route.fulfill({ json: { status: 'IN_PROGRESS', message: '' } });
  });
  const transcript = page.locator('#college_transcript');
  await page.locator('input[name=college_transcript]').setInputFiles(await pdfFile('transcript.pdf'));
  await expect(transcript.getByText(/Converting/).first()).toBeVisible();
  await failReadings(page, 'document-answer', { status: 500, json: { message: 'The files are away.' } });
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.locator('#employ_resume')).toContainText('The files are away.');
  await expect(transcript.getByText(/Converting/).first()).toBeVisible();
  await expect(transcript).not.toContainText('The files are away.');
});

test('a failed list is requested again when the browser is online again @long', async ({
  page,
  applicant,
}) => {
  await applicant.hasASession();
  await failReadings(page, 'add-another', { status: 500, json: { message: 'The list is being repaired.' } });
  await applicant.opens('/education');
  const notice = noticeAbout(page, 'We could not load this list.');
  await expect(notice).toBeVisible();
  await page.unroute('**/api/add-another');
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(notice).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add another college' })).toBeEnabled();
});

test('an offline start shows no errors, and what is missing loads once there is a network @long', async ({
  page,
  context,
  applicant,
}) => {
  await failReadings(page, 'add-another', { status: 500, json: { message: 'The list is being repaired.' } });
  await applicant.comesLoggedIn('/education');
  await applicant.answers('College city', 'Erie');
  await applicant.reads(/^Saved to your account/);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await page.unroute('**/api/add-another');
  await context.setOffline(true);
  await page.reload();
  await applicant.hasAnswered('College city', 'Erie');
  await expect(page.getByRole('button', { name: 'Add another college' })).toBeDisabled();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await context.setOffline(false);
  await expect(page.getByRole('button', { name: 'Add another college' })).toBeEnabled();
});

test('a PDF copy that cannot be requested is reported, and requested on demand @long', async ({
  page,
  applicant,
}) => {
  await applicant.comesLoggedIn('/final-steps');
  let asked = 0;
  await page.route('**/api/pdf', (route) => {
    asked += 1;
    return route.fulfill({ status: 500, contentType: 'text/html', body: '<h1>Bad gateway</h1>' });
  });
  await applicant.presses('Get a PDF copy');
  const notice = noticeAbout(page, 'Your PDF copy is not here yet.');
  await expect(notice).toContainText(DEFAULT_SENTENCE);
  await page.locator('[name=alumni_name]').fill('Ann Lee');
  await applicant.reads(/^Saved to your account/);
  expect(asked).toBe(1);
  await page.route('**/api/pdf', (route) =>
    route.fulfill({ json: { status: 'COMPLETED', url: '/api/pdf/copy/1', message: '' } }),
  );
  await notice.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('link', { name: 'Download a PDF copy' })).toBeVisible();
  await expect(page.locator('[name=alumni_name]')).toHaveValue('Ann Lee');
});
