import { expect } from 'playwright/test';
import { Applicant } from '../support/applicant.ts';
import { test } from '../support/test.ts';

// Browsers do not let a page encrypt that was loaded over plain http from another machine.
test.beforeEach(async ({ context }) => {
  await context.addInitScript(() => {
    Object.defineProperty(crypto, 'randomUUID', { value: undefined });
    Object.defineProperty(crypto, 'subtle', { value: undefined });
  });
});

test('without encryption a visitor reads that nothing is stored, and can fill in the form @slow', async ({
  page,
  server,
}) => {
  const applicant = new Applicant(page, server);
  await applicant.opens('/about');
  await applicant.answers('First name', 'Zoë');
  await applicant.reads(/Not saved on this device/);
  await page.getByRole('navigation').getByRole('link', { name: 'Final Steps' }).click();
  await page.waitForURL('**/signup');
});

test('without encryption an applicant saves to the account @long', async ({ page, server }) => {
  const applicant = new Applicant(page, server);
  await applicant.comesLoggedIn();
  await applicant.answers('First name', 'Zoë');
  await applicant.reads(/Saved to your account/);
  await page.reload();
  await applicant.hasAnswered('First name', 'Zoë');
});

test('without encryption an applicant logs out @long', async ({ page, server }) => {
  const applicant = new Applicant(page, server);
  await applicant.comesLoggedIn();
  await applicant.answers('First name', 'Zoë');
  await applicant.reads(/Saved to your account/);
  await applicant.logsOut();
  await applicant.opens('/about');
  await applicant.reads('Not saved on this device');
  await applicant.hasAnswered('First name', '');
  await applicant.presses('Account');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
});

const entries = ['Save a copy of your answers', 'Bring back answers from a copy'];
for (const entry of entries) {
  test(`without encryption “${entry}” says why it cannot @long`, async ({ page, server }) => {
    const applicant = new Applicant(page, server);
    await applicant.opens('/about');
    await applicant.answers('First name', 'Zoë');
    await applicant.presses('Account');
    await applicant.presses(entry);
    const dialog = page.getByRole('dialog', { name: entry });
    await expect(dialog.getByText(/only in pages whose address begins with https:/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await applicant.hasAnswered('First name', 'Zoë');
  });
}
