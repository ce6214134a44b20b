import { expect, type Page } from 'playwright/test';
import { test } from '../support/test.ts';

const ready = (url: string) => ({ json: { status: 'COMPLETED', url, message: '' } });
const link = (page: Page) => page.getByRole('link', { name: 'Download a PDF copy' });

/** Lets half a minute pass. During that time, only the applicant can ask again. */
async function nobodyAsksAgain(page: Page): Promise<void> {
  for (let second = 0; second < 30; second += 1) {
    await page.clock.runFor(1000);
    await expect(page.getByRole('button', { name: 'Try again' })).toBeEnabled();
  }
}

test('the copy of a draft is not offered once the application is submitted @long', async ({
  page,
  applicant,
}) => {
  await applicant.hasACompleteDraft();
  await page.route('**/api/pdf', (route) => route.fulfill(ready('/api/pdf/copy/draft')));
  await applicant.opens('/final-steps');
  await applicant.presses('Get a PDF copy');
  await expect(link(page)).toHaveAttribute('href', '/api/pdf/copy/draft');
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/pdf', async (route) => {
    await answer.promise;
    await route.fulfill(ready('/api/pdf/copy/submitted'));
  });
  await applicant.presses('Submit');
  await applicant.isAt('/completion');
  await applicant.reads('Your PDF copy is being made.');
  await expect(link(page)).toHaveCount(0);
  answer.resolve();
  await expect(link(page)).toHaveAttribute('href', '/api/pdf/copy/submitted');
});

test('a link is renewed before it expires, and removed if that fails @slow', async ({ page, applicant }) => {
  await page.clock.install();
  await applicant.comesLoggedIn('/final-steps');
  let asked = 0;
  await page.route('**/api/pdf', (route) => route.fulfill(ready(`/api/pdf/copy/${(asked += 1)}`)));
  await applicant.presses('Get a PDF copy');
  await expect(link(page)).toHaveAttribute('href', '/api/pdf/copy/1');
  await page.clock.fastForward('10:01');
  await expect(link(page)).toHaveAttribute('href', '/api/pdf/copy/2');
  // A key press counts as activity.
  await page.keyboard.press('Shift');
  await page.route('**/api/pdf', () => undefined);
  await page.clock.fastForward('11:01');
  await applicant.reads('Your PDF copy is being made.');
  await expect(link(page)).toHaveCount(0);
});

test('after a successful retry, the server is polled every second again, until it fails once more @long', async ({
  page,
  applicant,
}) => {
  await page.clock.install();
  await applicant.comesLoggedIn('/final-steps');
  const unheard = { status: 503, json: { message: 'We are busy. Please wait a moment.' } };
  const beingMade = { json: { status: 'IN_PROGRESS', url: '', message: '' } };
  const answers = [unheard, beingMade, unheard];
  await page.route('**/api/pdf', (route) => route.fulfill(answers.shift() ?? ready('/api/pdf/copy/1')));
  await applicant.presses('Get a PDF copy');
  await applicant.presses('Try again');
  await applicant.reads('Your PDF copy is being made.');
  await page.clock.runFor(1000);
  await applicant.reads('We are busy. Please wait a moment.');
  await nobodyAsksAgain(page);
  expect(answers).toHaveLength(0);
  await expect(link(page)).toHaveCount(0);
  await applicant.presses('Try again');
  await expect(link(page)).toBeVisible();
});

test('whoever requests the copy keeps the place, and hears that it is ready @long', async ({
  page,
  applicant,
}) => {
  await applicant.comesLoggedIn('/final-steps');
  const unheard = { status: 503, json: { message: 'We are busy. Please wait a moment.' } };
  await page.route('**/api/pdf', (route) => route.fulfill(unheard));
  await page.getByRole('button', { name: 'Get a PDF copy' }).focus();
  await page.keyboard.press('Enter');
  await applicant.reads('Your PDF copy is not here yet.');
  await expect(page.getByRole('group', { name: 'PDF copy' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeFocused();
  await page.route('**/api/pdf', (route) => route.fulfill(ready('/api/pdf/copy/1')));
  await page.keyboard.press('Enter');
  const standing = page.getByRole('status').filter({ hasText: 'Your PDF copy is ready.' });
  await expect(standing).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(link(page)).toBeFocused();
});

test('a copy that fails again in the same way is reported again, until it is there @long', async ({
  page,
  applicant,
}) => {
  await applicant.comesLoggedIn('/final-steps');
  const failed = { json: { status: 'FAILED', url: '', message: 'The printer is out of order.' } };
  await page.route('**/api/pdf', (route) => route.fulfill(failed));
  const toast = page.getByRole('alertdialog');
  await applicant.presses('Get a PDF copy');
  await expect(toast).toHaveText(/Error downloading PDF copy of your application\./);
  // Announced once, by the toast; also visible beside the button, styled as an error.
  const offer = page.getByRole('group', { name: 'PDF copy' });
  await expect(offer.locator('.ui-messages')).toHaveText('Error downloading PDF copy of your application.');
  await expect(offer.getByRole('status').filter({ hasText: 'Error' })).toHaveCount(0);
  await toast.getByRole('button', { name: 'Close' }).click();
  await expect(toast).toHaveCount(0);
  await applicant.presses('Try again');
  await expect(toast).toHaveText(/The printer is out of order/);

  await page.route('**/api/pdf', (route) => route.fulfill(ready('/api/pdf/copy/1')));
  await applicant.presses('Try again');
  await expect(link(page)).toBeVisible();
  await expect(toast).toHaveCount(0);
});

const troubles = [
  { trouble: 'in trouble', status: 503, said: 'We are busy. Please wait a moment.' },
  { trouble: 'asked too often', status: 429, said: 'Too many tries.' },
];
for (const [index, { trouble, status, said }] of troubles.entries()) {
  test(`a server that is ${trouble} is asked once, which is reported, and again on demand${index < 1 ? ' @slow' : ' @long'}`, async ({
    page,
    applicant,
  }) => {
    await page.clock.install();
    await applicant.comesLoggedIn('/final-steps');
    let asked = 0;
    await page.route('**/api/pdf', async (route) => {
      asked += 1;
      await route.fulfill({ status, json: { message: said } });
    });
    await applicant.presses('Get a PDF copy');
    await applicant.reads(said);
    await nobodyAsksAgain(page);
    expect(asked).toBe(1);
    await page.route('**/api/pdf', (route) => route.fulfill(ready('/api/pdf/copy/1')));
    await applicant.presses('Try again');
    await expect(link(page)).toBeVisible();
  });
}
