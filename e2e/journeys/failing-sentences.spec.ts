import { expect, type Page, type Route } from 'playwright/test';
import { UNEXPECTED } from '#contract/sentences.ts';
import { choose } from '../support/documents.ts';
import { pdfFile } from '../support/files.ts';
import { test } from '../support/test.ts';

// The page shows the sentence of the server, or of what answers in its place, once and with its own label. Nothing is
// lost.
const SAID = 'The server is being repaired.';
const PORTAL = { status: 200, contentType: 'text/html', body: '<h1>Log in to this network</h1>' };
const BROKEN = { status: 500, json: { message: SAID } };
type Answer = Parameters<Route['fulfill']>[0];

const toasts = (page: Page) => page.getByRole('alertdialog');

/** Answers a call in the server's place. Returns how often it has. */
async function answers(page: Page, method: string, call: string, answer: Answer): Promise<() => number> {
  let times = 0;
  await page.route(`**/api/${call}`, (route) => {
    if (route.request().method() !== method) return route.fallback();
    times += 1;
    return route.fulfill(answer);
  });
  return () => times;
}

const CONVERSION = 'pdf/document-answer/college_transcript';
const uploads = [
  { method: 'POST', call: 'presigned-url', answer: PORTAL, label: 'Upload Error', said: UNEXPECTED },
  { method: 'GET', call: CONVERSION, answer: BROKEN, label: 'Conversion Error', said: SAID },
  { method: 'POST', call: CONVERSION, answer: PORTAL, label: 'Upload Error', said: UNEXPECTED },
  { method: 'GET', call: CONVERSION, answer: PORTAL, label: 'Conversion Error', said: UNEXPECTED },
];
for (const [index, { method, call, answer, label, said }] of uploads.entries())
  test(`an upload whose ${method} ${call} gets ${answer.status} for a while is reported once, and arrives${index < 1 ? ' @slow' : ' @long'}`, async ({
    page,
    applicant,
  }) => {
    await applicant.comesLoggedIn('/education');
    const transcript = page.locator('#college_transcript');
    const times = await answers(page, method, call, answer);
    await choose(transcript, await pdfFile());
    await expect(toasts(page)).toContainText(label);
    await expect(toasts(page)).toContainText(`file for Unofficial transcript (transcript.pdf): ${said}`);
    await expect.poll(times, { timeout: 30_000 }).toBeGreaterThan(2);
    await expect(toasts(page)).toHaveCount(1);
    await page.unrouteAll();
    await expect(transcript.getByText(/^Attached/)).toBeVisible({ timeout: 60_000 });
    await expect(toasts(page)).toHaveCount(0);
  });

test('a file that cannot be deleted is reported once, in the server’s words or as offline, until it is deleted @slow', async ({
  page,
  applicant,
}) => {
  await applicant.comesLoggedIn('/education');
  const transcript = page.locator('#college_transcript');
  await choose(transcript, await pdfFile());
  await expect(transcript.getByText(/^Attached/)).toBeVisible({ timeout: 60_000 });
  await answers(page, 'DELETE', CONVERSION, BROKEN);
  const deletes = async () => {
    await transcript.getByRole('button', { name: /Delete/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  };
  for (let times = 0; times < 2; times += 1) {
    await deletes();
    await expect(toasts(page)).toContainText('Delete Error');
    await expect(toasts(page)).toContainText(`Error deleting file for Unofficial transcript: ${SAID}`);
    await expect(toasts(page)).toHaveCount(1);
    await expect(transcript.getByText(/^Attached/)).toBeVisible();
  }
  await page.unrouteAll();
  await page.context().setOffline(true);
  await deletes();
  await expect(toasts(page)).toContainText('We cannot reach the server. Please check your connection');
  await expect(transcript.getByText(/^Attached/)).toBeVisible();
  await page.context().setOffline(false);
  await deletes();
  await expect(transcript.getByText(/^Attached/)).toHaveCount(0);
  await expect(toasts(page)).toHaveCount(0);
});

const OF_DEVICE = 'Your account cannot be read just now. These are the answers on this device.';
const profiles: readonly { what: string; answer: Answer | 'never' }[] = [
  { what: 'a 500', answer: BROKEN },
  { what: 'no answer in time', answer: 'never' },
  { what: 'a 429', answer: { status: 429, json: { message: 'Too many.' } } },
  { what: 'HTML', answer: PORTAL },
];
for (const [index, { what, answer }] of profiles.entries())
  test(`if a known account gives ${what}, the page does not claim to show it${index < 1 ? ' @slow' : ' @long'}`, async ({
    page,
    applicant,
  }) => {
    await applicant.comesLoggedIn();
    await applicant.answers('City', 'Erie');
    await applicant.reads(/^Saved to your account/);
    const held = Promise.withResolvers<void>();
    await page.route('**/api/profile', async (route) => {
      if (answer !== 'never') return route.fulfill(answer);
      await held.promise;
      // The page may have given up on it.
      return route.continue().catch(() => undefined);
    });
    await page.reload();
    await applicant.reads(OF_DEVICE);
    await applicant.hasAnswered('City', 'Erie');
    await expect(page.getByText(/^Saved to your account/)).toHaveCount(0);
    await applicant.answers('City', 'York');
    await applicant.reads(`${OF_DEVICE} Trying again soon: 1 answer waiting.`);
    await page.unroute('**/api/profile');
    held.resolve();
    await expect(page.getByText(/^Saved to your account/).first()).toBeVisible({ timeout: 60_000 });
    await applicant.hasAnswered('City', 'York');
  });

test('answers of a link that the server cannot give now are not reported as deleted @slow', async ({
  page,
  applicant,
}) => {
  const [dead, broken] = ['/about?token=x&dead', '/about?token=x'];
  await page.route('**/public/tmp?*', (route) =>
    route.fulfill({ status: page.url().endsWith('dead') ? 404 : 500, json: { message: SAID } }),
  );
  await applicant.opens(broken);
  await expect(toasts(page)).toContainText('Link Error');
  await expect(toasts(page)).toContainText(SAID);
  await expect(toasts(page)).not.toContainText('no longer');
  await applicant.opens(dead);
  await expect(toasts(page)).toContainText(`${SAID} The answers of this link can no longer be fetched.`);
  await applicant.answers('First name', 'Zoë');
});

test('refused Save and Submit leave one toast, with the server’s sentence @slow', async ({
  page,
  applicant,
}) => {
  await applicant.hasACompleteDraft();
  await applicant.opens('/final-steps');
  await applicant.reads(/^Saved to your account/);
  await answers(page, 'PUT', 'answer', BROKEN);
  await page.locator('[name=alumni_name]').fill('Otto Weber');
  for (const [button, label] of [
    ['Save', 'Save Error'],
    ['Submit', 'Submit Error'],
    ['Save', 'Save Error'],
  ] as const) {
    await applicant.presses(button);
    await expect(toasts(page)).toContainText(label);
    await expect(toasts(page)).toContainText(SAID);
    await expect(toasts(page)).toHaveCount(1);
  }
  await expect(page.locator('[name=alumni_name]')).toHaveValue('Otto Weber');
});
