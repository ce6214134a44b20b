import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'playwright/test';
import { admin, type TestServer } from '../support/server.ts';
import { test } from '../support/test.ts';

/** @returns the path and query of a new link that shows these answers */
async function linkTo(server: TestServer, answers: Readonly<Record<string, string>>): Promise<string> {
  const file = path.join(server.dataDir, 'carried.json');
  await writeFile(file, JSON.stringify(answers));
  const { pathname, search } = new URL(await admin(server, 'answer-link', file));
  return pathname + search;
}

test('a link shows its answers, marked, in an anonymous form until the visitor keeps or rejects them', async ({
  page,
  applicant,
  server,
}) => {
  await applicant.opens('/about');
  await applicant.answers('First name', 'Zoë');
  await applicant.reads('Saved on this device');
  const link = await linkTo(server, { first_name: 'Carried', city: 'York' });
  const notice = page.getByRole('heading', { name: 'These answers come from a link' });
  // Copied with the period of its sentence.
  await applicant.opens(`${link}.`);
  await expect(notice).toBeVisible();
  await applicant.hasAnswered('City', 'York');
  await applicant.hasAnswered('First name', 'Zoë');

  // The link's answers are not kept. What was typed elsewhere is, and a page without the link shows only that.
  await applicant.answers('Last name', 'Öztürk');
  await applicant.reads('Saved on this device');
  await applicant.opens('/about');
  await applicant.hasAnswered('Last name', 'Öztürk');
  await applicant.hasAnswered('City', '');

  await applicant.opens(link.replace('/about', '/signup'));
  await applicant.isAt('/about');
  await applicant.hasAnswered('City', 'York');
  await applicant.presses('Leave them out');
  await expect(notice).toHaveCount(0);
  await applicant.hasAnswered('City', '');
  await expect(page).toHaveURL(`${server.url}/about`);

  await applicant.opens(link);
  await applicant.presses('Use these answers');
  await applicant.reads('Saved on this device');
  await page.reload();
  await applicant.hasAnswered('City', 'York');
});

test('the answers of a link can be read page by page @long', async ({ page, applicant, server }) => {
  await applicant.opens(await linkTo(server, { city: 'York', college_city: 'Leeds' }));
  await applicant.presses('Continue');
  await applicant.isAt('/education');
  await applicant.hasAnswered('College city', 'Leeds');
  await expect(page.getByRole('heading', { name: 'These answers come from a link' })).toBeVisible();
});

test('the answers of a link reach an account only when its applicant says so, with their labels @long', async ({
  page,
  applicant,
  server,
}) => {
  const link = await linkTo(server, { city: 'York', country: 'USA' });
  await applicant.comesLoggedIn();
  await applicant.opens(link);
  await applicant.reads('A link opened these answers');
  await applicant.answers('First name', 'Zoë');
  await applicant.reads(/^Saved to your account/);
  await applicant.hasAnswered('City', '');
  const inAccount = async () => (await (await page.request.get(`${server.url}/api/profile`)).json()).answer;
  expect(await inAccount()).toEqual({ first_name: 'Zoë' });
  await applicant.presses('Use these answers');
  await expect
    .poll(inAccount)
    .toEqual({ first_name: 'Zoë', city: 'York', country: 'USA', country_desc: 'United States' });
});

test('an invalid link keeps nobody from the form @long', async ({ applicant }) => {
  await applicant.opens(`/about?token=${'x'.repeat(43)}`);
  await applicant.reads(/answers of this link can no longer be fetched/);
  await applicant.answers('First name', 'Zoë');
});
