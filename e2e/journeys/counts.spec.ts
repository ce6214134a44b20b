import { expect, type Page, type Request } from 'playwright/test';
import type { Applicant } from '../support/applicant.ts';
import { choose } from '../support/documents.ts';
import { pdfFile } from '../support/files.ts';
import { admin } from '../support/server.ts';
import { test } from '../support/test.ts';
import { opensWithoutScript } from '../support/without-script.ts';

/** Collects what this page sends to be counted. */
function countsOf(page: Page): Request[] {
  const requests: Request[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/public/client-count')) requests.push(request);
  });
  return requests;
}

const bodiesOf = (requests: readonly Request[]) => requests.map((request) => request.postDataJSON());

async function savesACopy(applicant: Applicant): Promise<void> {
  await applicant.presses('Account');
  await applicant.presses('Save a copy of your answers');
  await applicant.answers('Password for this file', 'between two shifts');
  await applicant.presses('Save the copy');
  await expect(applicant.page.getByRole('dialog', { name: 'Save a copy' })).toBeHidden();
}

test('what is typed before the script, and a copy, are counted once in a visit, and a return is not @slow', async ({
  page,
  applicant,
  server,
}) => {
  const counts = countsOf(page);
  const comes = await opensWithoutScript(page, server, '/about');
  await page.locator('[name=first_name]').pressSequentially('Zoë');
  await comes();
  await applicant.reads('Saved on this device');
  await expect.poll(() => bodiesOf(counts)).toEqual([{ kind: 'typed-early' }]);

  await page.unrouteAll();
  await page.reload();
  await applicant.hasAnswered('First name', 'Zoë');
  await savesACopy(applicant);
  await savesACopy(applicant);
  expect(bodiesOf(counts)).toEqual([{ kind: 'typed-early' }, { kind: 'copy-saved' }]);
  expect(await admin(server, 'counts')).toMatch(/^typed-early\t[1-9]\d*\ncopy-saved\t[1-9]\d*$/m);
});

test('a device that stores nothing is counted, and a server that counts nothing changes nothing @slow', async ({
  page,
  applicant,
}) => {
  const counts = countsOf(page);
  await page.route('**/public/client-count', (route) => route.fulfill({ status: 404, json: {} }));
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('No.', 'SecurityError');
    };
  });
  await applicant.opens('/about');
  await applicant.answers('First name', 'Zoë');
  await expect.poll(() => bodiesOf(counts)).toEqual([{ kind: 'storage-blocked' }]);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await applicant.hasAnswered('First name', 'Zoë');
});

test('two values, a file that waits and another tab are counted, and say nothing about the account @slow', async ({
  page,
  applicant,
}) => {
  const counts = countsOf(page);
  await applicant.comesLoggedIn('/education');
  await applicant.reads('Add another college');

  await page.route('**/api/presigned-url', (route) => route.abort());
  await choose(page.locator('#college_transcript'), await pdfFile());
  await expect(
    page
      .locator('#college_transcript')
      .getByText(/Waiting for a connection/)
      .first(),
  ).toBeVisible();
  expect(counts).toEqual([]);
  await page.unroute('**/api/presigned-url');
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.locator('#college_transcript').getByText(/^Attached/)).toBeVisible({ timeout: 60_000 });
  await expect.poll(() => bodiesOf(counts)).toEqual([{ kind: 'file-waited' }]);

  const other = await page.context().newPage();
  const ofOther = countsOf(other);
  await other.goto(page.url());
  await expect(other.getByText(/Saved to your account/).first()).toBeVisible();
  await page.locator('input[name=college_zip]').fill('18509');
  await expect.poll(() => bodiesOf(ofOther)).toEqual([{ kind: 'other-tab' }]);
  await other.close();

  await page.route('**/api/answer', (route) => route.abort());
  await page.locator('input[name=college_zip]').fill('18510');
  await applicant.reads(/Offline: 1 answer waiting/);
  await applicant.calls('PUT', '/api/answer', { answers: { college_zip: '18511' } });
  await page.unroute('**/api/answer');
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByRole('dialog', { name: 'Which answer should we keep?' })).toBeVisible({
    timeout: 30_000,
  });
  await expect.poll(() => bodiesOf(counts)).toContainEqual({ kind: 'two-values' });
  for (const request of counts) expect(await request.allHeaders()).not.toHaveProperty('cookie');
});
