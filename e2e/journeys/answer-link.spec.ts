import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'playwright/test';
import { admin } from '../support/server.ts';
import { test } from '../support/test.ts';

test('a link with answers fills blanks once; one that is dead keeps nobody from the form', async ({
  page,
  applicant,
  server,
}) => {
  await applicant.opens('/about');
  await applicant.answers('First name', 'Zoë');
  await applicant.reads('Saved on this device');
  const file = path.join(server.dataDir, 'carried.json');
  await writeFile(file, JSON.stringify({ first_name: 'Carried', city: 'York' }));
  const link = new URL(await admin(server, 'answer-link', file));
  await page.goto(`${server.url}${link.pathname}${link.search}`);
  await applicant.hasAnswered('City', 'York');
  await applicant.hasAnswered('First name', 'Zoë');
  await expect(page).toHaveURL(`${server.url}/about`);
  await applicant.answers('City', '');
  await applicant.reads('Saved on this device');
  await page.reload();
  await applicant.hasAnswered('First name', 'Zoë');
  await applicant.hasAnswered('City', '');
  await page.goto(`${server.url}/about?token=${'x'.repeat(43)}`);
  await applicant.reads(/answers of this link can no longer be fetched/);
  await applicant.hasAnswered('First name', 'Zoë');
});
