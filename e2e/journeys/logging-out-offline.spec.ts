import { expect, type Request } from 'playwright/test';
import { choose } from '../support/documents.ts';
import { pdfFile } from '../support/files.ts';
import { comesAndSaysAnn } from '../support/sessions.ts';
import { test } from '../support/test.ts';
import { stolen } from '../support/thief.ts';

for (const line of ['is cut', 'hangs'])
  test(`a logout over a line that ${line} clears the device at once, and ends the session once it can @slow`, async ({
    page,
    context,
    applicant,
  }) => {
    await comesAndSaysAnn(applicant);
    const isDown = (url: URL) => url.pathname.startsWith('/api/');
    await page.route(isDown, (route) => (line === 'hangs' ? undefined : route.abort()));
    await applicant.answers('City', 'Canary Falls');
    await applicant.presses('Account');
    await applicant.presses('Log Out');
    await applicant.reads('One change has not reached your account yet');
    await applicant.presses('Log out and lose it');
    await applicant.isAt('/login');
    await expect.poll(() => stolen(page)).not.toContain('Canary Falls');
    expect(await stolen(page)).not.toContain(applicant.email);
    await page.unroute(isDown);
    await expect.poll(() => context.cookies(), { timeout: 45_000 }).toEqual([]);
  });

test('what a session has left on its way neither ends nor delays the next one @slow', async ({
  page,
  applicant,
}) => {
  const asks = (method: string) => (request: Request) =>
    request.method() === method && request.url().includes('/api/');
  await applicant.comesLoggedIn('/education');
  const transcript = page.locator('#college_transcript');
  await choose(transcript, await pdfFile());
  await expect(transcript.getByText(/^Attached/)).toBeVisible({ timeout: 60_000 });
  await applicant.reads(/Saved to your account/);

  const mayAnswer = Promise.withResolvers<void>();
  let isFormer = true;
  await page.route(/document-answer|answer$/, async (route) => {
    if (!isFormer) return route.continue();
    await mayAnswer.promise;
    await route.fulfill({ status: 401, json: { message: 'Log in.' } }).catch(() => undefined);
  });
  const asked = [page.waitForRequest(asks('DELETE')), page.waitForRequest(asks('PUT'))];
  await transcript.getByRole('button', { name: /Delete/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await applicant.answers('CEEB code', '1234');
  await Promise.all(asked);
  await applicant.presses('Account');
  await applicant.presses('Log Out');
  await applicant.presses('Log out and lose it');
  await applicant.isAt('/login');
  isFormer = false;
  await applicant.logsIn();

  const saved = page.waitForResponse('**/api/answer', { timeout: 5000 });
  await applicant.answers('CEEB code', '5678');
  await saved;
  mayAnswer.resolve();
  await page.getByRole('navigation').getByRole('link', { name: 'About You' }).first().click();
  const savedAgain = page.waitForResponse('**/api/answer');
  await applicant.answers('City', 'Scranton');
  await savedAgain;
  await applicant.hasAnswered('City', 'Scranton');
});
