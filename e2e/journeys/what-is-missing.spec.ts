import { expect } from 'playwright/test';
import { test } from '../support/test.ts';

test('what is missing is listed by page, and names the college it is missing of', async ({
  page,
  applicant,
}) => {
  await applicant.hasASession();
  await applicant.calls('PUT', '/api/answer', {
    answers: { college_2_city: 'Scranton', college_3_city: 'Erie' },
  });
  await applicant.opens('/final-steps');
  await applicant.presses('Submit');
  await applicant.isAt('/about');
  const summary = page.locator('#error-summary');
  await expect(summary.getByRole('heading', { level: 3 })).toHaveText([
    'About You',
    'Education',
    'Final Steps',
  ]);
  await expect(summary.getByRole('link', { name: 'Please enter the name of your college.' })).toHaveText([
    'Please enter the name of your college.',
    'College 2: Please enter the name of your college.',
    'College 3: Please enter the name of your college.',
  ]);
});

test('on a phone held sideways, the list of what is missing begins in the upper third of the screen', async ({
  page,
  applicant,
}) => {
  await applicant.hasASession();
  await page.setViewportSize({ width: 844, height: 390 });
  await applicant.opens('/final-steps');
  await applicant.presses('Submit');
  const summary = page.locator('#error-summary');
  await expect(summary).toBeFocused();
  const top = await summary.evaluate((element) => element.getBoundingClientRect().top);
  expect(top).toBeGreaterThanOrEqual(0);
  expect(top).toBeLessThan(100);
});

test.describe('on a device far from the university', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });

  for (const { now, isTooYoung } of [
    { now: '2026-11-19T23:59:59-05:00', isTooYoung: true },
    { now: '2026-11-20T00:00:00-05:00', isTooYoung: false },
  ]) {
    test(`who was born on 2013-11-20 is ${isTooYoung ? 'too young' : 'old enough'} at ${now}`, async ({
      page,
      applicant,
    }) => {
      await page.clock.setFixedTime(now);
      await applicant.hasASession();
      await applicant.calls('PUT', '/api/answer', { answers: { birth_date: '2013-11-20' } });
      await applicant.opens('/final-steps');
      await applicant.presses('Submit');
      await applicant.isAt('/about');
      await applicant.reads("We're missing some information!");
      const verdict = page.locator('#birth_date').getByText('You must be 13 years or older to apply.');
      await expect(verdict).toHaveCount(isTooYoung ? 1 : 0);
    });
  }
});
