import { expect } from 'playwright/test';
import { STATUS_POST_RETRIES } from '#limits.ts';
import { test } from '../support/test.ts';

test('a status that the server refuses is posted again at once, as often as specified @slow', async ({
  page,
  applicant,
}) => {
  await applicant.hasACompleteDraft();
  const started = page.waitForResponse('**/api/web-status');
  await applicant.opens('/final-steps');
  await started;
  const postedAt: number[] = [];
  await page.route('**/api/web-status', (route) => {
    postedAt.push(performance.now());
    return postedAt.length > STATUS_POST_RETRIES
      ? route.continue()
      : route.fulfill({ status: 500, json: { message: 'No.' } });
  });
  await applicant.presses('Submit');
  await applicant.isAt('/completion');
  expect(postedAt).toHaveLength(1 + STATUS_POST_RETRIES);
});
