import { expect } from 'playwright/test';
import { test } from '../support/test.ts';
import { stolen } from '../support/thief.ts';

test('after an idle logout, only the owner can open the unsent answers', async ({ page, applicant }) => {
  await page.clock.install();
  await applicant.comesLoggedIn();
  await page.waitForLoadState('networkidle');
  await page.route('**/api/answer', (route) => route.abort());
  await applicant.answers('City', 'Canary Falls');
  await page.clock.runFor(5000);
  await applicant.reads(/Offline: 1 answer waiting/);
  expect(await stolen(page)).toContain('Canary Falls');

  await page.clock.fastForward('15:01');
  await applicant.isAt('/login');
  await applicant.reads('You have been automatically logged out due to inactivity.');
  await expect.poll(() => stolen(page)).not.toContain('Canary Falls');
  expect(await stolen(page)).not.toContain(applicant.email);

  await page.unroute('**/api/answer');
  await applicant.logsIn();
  await applicant.hasAnswered('City', 'Canary Falls');
  await page.clock.runFor(5000);
  await applicant.reads(/Saved to your account/);
});
