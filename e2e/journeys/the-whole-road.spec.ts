import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { execFileSync } from 'node:child_process';
import { expect } from 'playwright/test';
import { tenant } from '#tenant/tenant.ts';
import { laterTerm, plainProgram } from '#testing/programs.ts';
import { docxFile, jpegFile, pdfFile, pngFile } from '../support/files.ts';
import { newestMailTo } from '../support/mailbox.ts';
import { admin } from '../support/server.ts';
import { test } from '../support/test.ts';
import { workerIsReady } from '../support/worker.ts';

test('from the first letter to the printed application', async ({ page, context, applicant, server }) => {
  test.setTimeout(240_000);

  await test.step('types without an account, and finds it again after a reload', async () => {
    await applicant.opens('/about');
    await applicant.answers('First name', 'Zoë');
    await applicant.reads('Saved on this device');
    await page.reload();
    await applicant.hasAnswered('First name', 'Zoë');
  });

  await test.step('continues, signs up, confirms with the code from the mail and logs in', async () => {
    await applicant.presses('Continue');
    await applicant.signsUp();
    await applicant.confirms();
    await applicant.logsIn();
    await applicant.isAt('/about');
    await applicant.hasAnswered('First name', 'Zoë');
    await applicant.reads(/Saved to your account/);
  });

  await test.step('tries to submit and is led to what is missing', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Final Steps' }).click();
    await applicant.presses('Submit');
    await applicant.isAt('/about');
    await expect(page.locator('#error-summary')).toBeFocused();
    await expect(page.getByText("We're missing some information!")).toBeInViewport();
    for (const time of ['once', 'again']) {
      await test.step(`follows one link ${time}`, async () => {
        await page.getByRole('link', { name: 'Please enter your last name.' }).click();
        await expect(page.locator('#last_name input')).toBeFocused();
      });
    }
  });

  await test.step('fills About You', async () => {
    await applicant.answers('Last name', 'Öztürk-O’Neill');
    await applicant.answers('Month', '2');
    await applicant.answers('Day', '29');
    await applicant.answers('Year', '1996');
    await applicant.answers('Gender', 'I prefer not to say');
    await applicant.answers('Cell phone', '5705550188');
    await applicant.hasAnswered('Cell phone', '(570) 555-0188');
    await applicant.answers('Country', 'United States');
    await applicant.answers('Address line 1', '12 Elm Street');
    await applicant.answers('City', 'Scranton');
    await applicant.answers('State or province', 'Pennsylvania');
    await applicant.answers('ZIP or postal code', '18509');
    await applicant.answers('Citizenship status', 'U.S. citizen');
    await applicant.picks('Are you a veteran of the U.S. armed forces?', 'No');
    await applicant.presses('Continue');
    await applicant.isAt('/education');
  });

  await test.step('fills Education', async () => {
    await applicant.answers('Program type', plainProgram['program_type_desc']!);
    await applicant.answers('Major', plainProgram['applied_major_desc']!);
    await applicant.answers('Entry term', laterTerm.label);
    await applicant.picks(`Have you attended ${tenant.name} before?`, 'No');
    await applicant.answers('College or university', 'University of Scranton');
    // Its list of suggestions covers the page while the field has the focus.
    await page.locator('[name=college_name]').blur();
    await applicant.answers('Degree earned or expected', 'Bachelor of Science');
  });

  await test.step('uploads each type of file, and deletes it again', async () => {
    const transcript = page.locator('#college_transcript');
    for (const file of [await pngFile(), await jpegFile(), await docxFile(), await pdfFile()]) {
      await transcript.locator('input[name=college_transcript]').setInputFiles(file);
      await expect(transcript.getByText(file.name, { exact: true })).toBeVisible({ timeout: 60_000 });
      await expect(transcript.getByText(/Attached/)).toBeVisible({ timeout: 60_000 });
      if (file.name.endsWith('.pdf')) break;
      await transcript.getByRole('button', { name: /Delete/ }).click();
      await applicant.reads('Are you sure you want to delete your file?');
      await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
      await expect(transcript.getByText(file.name, { exact: true })).toBeHidden();
    }
  });

  await test.step('logs out, logs in and misses nothing', async () => {
    await applicant.presses('Save');
    await applicant.reads(/Saved to your account/);
    await applicant.logsOut();
    await applicant.logsIn();
    await applicant.isAt('/education');
    await applicant.hasAnswered('College or university', 'University of Scranton');
    await expect(
      page.locator('#college_transcript').getByText('transcript.pdf', { exact: true }),
    ).toBeVisible();
    await page.getByRole('navigation').getByRole('link', { name: 'About You' }).click();
    await applicant.hasAnswered('Last name', 'Öztürk-O’Neill');
    await applicant.hasAnswered('ZIP or postal code', '18509');
  });

  await test.step('opens the form offline and sees the draft', async () => {
    await workerIsReady(page);
    await context.setOffline(true);
    await page.reload();
    await applicant.hasAnswered('Last name', 'Öztürk-O’Neill');
    await applicant.reads(/Offline/);
    await context.setOffline(false);
  });

  await test.step('submits', async () => {
    await page.reload();
    await page.getByRole('navigation').getByRole('link', { name: 'Final Steps' }).click();
    await applicant.ticks(tenant.texts.legalAgreement);
    await applicant.presses('Submit');
    await applicant.isAt('/completion');
    await applicant.reads('Your application was successfully submitted.');
    await applicant.reads(/^Submitted on [A-Z][a-z]+ \d{1,2}, \d{4} at /);
    await applicant.reads(tenant.texts.thankYou.heading.replace('{name}', 'Zoë'));
  });

  await test.step('has a PDF copy that was really printed', async () => {
    const copy = await expect
      .poll(
        async () => {
          const answer = await page.evaluate(() => fetch('/api/pdf').then((response) => response.json()));
          return answer.status === 'COMPLETED' ? answer.url : '';
        },
        { timeout: 60_000, intervals: [1000] },
      )
      .not.toBe('')
      .then(() => page.evaluate(() => fetch('/api/pdf').then((response) => response.json())));
    const response = await page.request.get(new URL(copy.url, server.url).href);
    expect(response.status()).toBe(200);
    const file = path.join(server.dataDir, 'copy.pdf');
    await writeFile(file, await response.body());
    const printed = execFileSync('pdftotext', ['-layout', file, '-']).toString();
    expect(printed).toContain('Öztürk-O’Neill');
    expect(printed).toContain('Transcript of records');
  });

  await test.step('the office opens a service link and sees answers, and nothing to press', async () => {
    const link = await admin(server, 'service-link', applicant.email);
    expect(link.split('\n')).toHaveLength(1);
    const office = await page.context().browser()?.newContext();
    const desk = await office?.newPage();
    if (office === undefined || desk === undefined) throw new Error('No second browser context.');
    const url = new URL(link);
    await desk.goto(`${server.url}${url.pathname}${url.search}`);
    await expect(desk.getByText('Öztürk-O’Neill').first()).toBeVisible();
    await expect(desk.locator('input, select, textarea, button, hr, header, footer, nav')).toHaveCount(0);
    // In the words of the submission, which the server has kept.
    await expect(desk.getByText(/current wording/)).toHaveCount(0);
    await office.close();
  });

  await test.step('gets a mail that confirms it', async () => {
    await newestMailTo(server, applicant.email, /application/i);
  });
});

test('the manifest and the icons are there', async ({ request, server }) => {
  const page = await (await request.get(`${server.url}/`)).text();
  const href = /rel="manifest" href="([^"]+)"/.exec(page)?.[1];
  expect(href).toBeDefined();
  const manifest = await (await request.get(`${server.url}${href ?? ''}`)).json();
  expect(manifest.start_url).toBe('/about');
  for (const icon of manifest.icons) {
    expect((await request.get(new URL(icon.src, server.url).href)).status(), icon.src).toBe(200);
  }
});
