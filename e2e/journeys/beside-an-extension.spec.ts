import { expect } from 'playwright/test';
import { tenant } from '#tenant/tenant.ts';
import { laterTerm, plainProgram } from '#testing/programs.ts';
import { actsAsExtension, allChanges, notesWhatIsSaid, whatWasSaid } from '../support/extension.ts';
import { choose } from '../support/documents.ts';
import { pdfFile } from '../support/files.ts';
import { test } from '../support/test.ts';

const SUBMITTED = 'Your application was successfully submitted.';

test('a whole application beside an extension: no toast, alert or dialog appears while nothing is wrong @long', async ({
  page,
  applicant,
}) => {
  test.slow();
  const reports: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/public/client-error')) reports.push(request.postData() ?? '');
  });
  await page.addInitScript(notesWhatIsSaid);
  await page.addInitScript(actsAsExtension, allChanges);

  await applicant.opens('/about');
  await applicant.answers('First name', 'Zoë');
  await applicant.reads('Saved on this device');
  await page.reload();
  await applicant.hasAnswered('First name', 'Zoë');
  await applicant.presses('Continue');
  await applicant.signsUp();
  await applicant.confirms();
  await applicant.logsIn();
  await applicant.isAt('/about');
  await applicant.answers('Last name', 'Öztürk');
  await applicant.answers('Month', '2');
  await applicant.answers('Day', '29');
  await applicant.answers('Year', '1996');
  await applicant.answers('Gender', 'I prefer not to say');
  await applicant.answers('Cell phone', '5705550188');
  await applicant.answers('Country', 'Canada');
  await applicant.answers('Country', 'United States');
  await applicant.answers('Address line 1', '12 Elm Street');
  await applicant.answers('City', 'Scranton');
  await applicant.answers('State or province', 'Pennsylvania');
  await applicant.answers('ZIP or postal code', '18509');
  await applicant.answers('Citizenship status', 'U.S. permanent resident');
  await applicant.answers('Citizenship status', 'U.S. citizen');
  await applicant.picks('Are you a veteran of the U.S. armed forces?', 'Yes');
  await applicant.picks('Are you a veteran of the U.S. armed forces?', 'No');
  await applicant.presses('Continue');
  await applicant.isAt('/education');
  // Near the mouse, another list replaces the browser's own.
  await page.mouse.move(0, 0);
  await applicant.answers('Program type', plainProgram['program_type_desc']!);
  await applicant.answers('Major', plainProgram['applied_major_desc']!);
  await applicant.answers('Entry term', laterTerm.label);
  await applicant.picks(`Have you attended ${tenant.name} before?`, 'No');
  await applicant.answers('College or university', 'University of Scranton');
  await page.locator('[name=college_name]').blur();
  await applicant.answers('Degree earned or expected', 'Bachelor of Science');
  const transcript = page.locator('#college_transcript');
  await choose(transcript, await pdfFile());
  await expect(transcript.getByText(/Attached/)).toBeVisible({ timeout: 60_000 });
  await applicant.presses('Add another college');
  await expect(page.locator('[name=college_2_name]')).toBeVisible();
  await page.getByRole('button', { name: 'Remove College 2' }).click();
  await expect(page.locator('[name=college_2_name]')).toHaveCount(0);
  await page.getByRole('tab', { name: 'Describe your experience' }).click();
  await page.locator('[name=employ_experience]').fill('Ships.');
  await applicant.presses('Continue');
  await applicant.isAt('/final-steps');
  await page.getByRole('navigation').getByRole('link', { name: 'About You' }).click();
  await applicant.hasAnswered('ZIP or postal code', '18509');
  await page.getByRole('navigation').getByRole('link', { name: 'Final Steps' }).click();
  await applicant.ticks(tenant.texts.legalAgreement);
  await applicant.presses('Submit');
  await applicant.isAt('/completion');
  await applicant.reads(SUBMITTED);

  // Confirmations of what went well, each of which the specification asks for.
  const said = await page.evaluate(whatWasSaid);
  expect(said.filter((text) => !text.startsWith('Success Notification'))).toEqual([]);
  expect(reports).toEqual([]);
});

test('errors of extensions are not reported, and the page’s own are @slow', async ({ page, applicant }) => {
  const kinds: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/public/client-error')) kinds.push(request.postDataJSON().kind);
  });
  await applicant.opens('/about');
  await page.evaluate(() => {
    for (const file of [
      'chrome-extension://hdokiejnpimakedhajhdlcegeplioahd/onload.js',
      'moz-extension://f3c1/content.js',
      'safari-web-extension://A1B2/content.js',
      'webkit-masked-url://hidden/',
      'https://cdn.example.net/coupons.js',
    ]) {
      const error = Object.assign(new TypeError('It is null.'), {
        stack: `TypeError\n    at fill (${file}:1:7)`,
      });
      void Promise.reject(error);
    }
    setTimeout(() => {
      throw new Error('Ours.');
    });
  });
  await expect(page.getByRole('alertdialog')).toContainText('Unexpected Error');
  await expect.poll(() => kinds).toEqual(['thrown']);
});
