import { expect } from 'playwright/test';
import { tenant } from '#tenant/tenant.ts';
import { fullProgram, hasFullProgram } from '#testing/programs.ts';
import { test } from '../support/test.ts';

test('nothing that was entered is deleted by one press @slow', async ({ page, applicant }) => {
  const words = page.locator('[name=employ_experience]');
  const [describing, uploading] = ['Describe your experience', 'Upload a résumé'].map((name) =>
    page.getByRole('tab', { name }),
  );
  await applicant.opens('/education');
  await describing?.click();
  await uploading?.click();
  await describing?.click();
  await words.fill('Ten years as a nurse');
  await uploading?.click();
  await applicant.presses('Keep it');
  await expect(words).toHaveValue('Ten years as a nurse');
  await uploading?.click();
  await applicant.presses('Switch and delete');
  await expect(uploading ?? words).toHaveAttribute('aria-selected', 'true');
  await describing?.click();
  await expect(words).toHaveValue('');

  await applicant.opens('/about');
  const trigger = page.getByRole('button', { name: /phone number outside/ });
  const phone = page.locator('[name=phone_international]');
  await trigger.click();
  await expect(phone).toBeVisible();
  await trigger.click();
  await expect(phone).toBeHidden();
  await trigger.click();
  await phone.fill('+44 20 7946 0000');
  await trigger.click();
  await applicant.presses('Keep it');
  await expect(phone).toHaveValue('+44 20 7946 0000');
  await trigger.click();
  await applicant.presses('Delete');
  await expect(phone).toBeHidden();

  const box = 'My transcripts or records are under another name';
  await applicant.ticks(box);
  await page.locator('[name=previous_name]').fill('Hopper');
  await page.getByText(box).click();
  await applicant.presses('Keep it');
  await expect(page.getByRole('checkbox', { name: box })).toBeChecked();
  await expect(page.locator('[name=previous_name]')).toHaveValue('Hopper');
});

test('what a press has hidden and cleared is restored by the next one @slow', async ({ page, applicant }) => {
  const question = 'Are you currently employed?';
  await applicant.comesLoggedIn('/education');
  await applicant.picks(question, 'Yes');
  await applicant.answers('Employer', 'Acme');
  await applicant.answers('Employer city', 'Scranton');
  await applicant.picks(question, 'No');
  await applicant.reads(/Saved to your account/);
  await expect(page.locator('[name=employer_name]')).toBeHidden();
  await applicant.picks(question, 'Yes');
  await expect(page.locator('[name=employer_name]')).toHaveValue('Acme');
  await expect(page.locator('[name=employer_city]')).toHaveValue('Scranton');
  await applicant.reads(/Saved to your account/);
  const { answer } = await page.evaluate(() => fetch('/api/profile').then((response) => response.json()));
  expect(answer).toMatchObject({ employer_name: 'Acme', employer_city: 'Scranton' });
});

test('what a press has cleared on the screen is restored by the next one, too @slow', async ({
  page,
  applicant,
}) => {
  const question = 'Are you currently enrolled in college?';
  const lastDay = page.locator('[name=dates_attended_to]');
  await applicant.opens('/education');
  await lastDay.fill('05/2020');
  await applicant.picks(question, 'Yes');
  await expect(lastDay).toHaveValue('');
  await applicant.picks(question, 'No');
  await expect(lastDay).toHaveValue('05/2020');
});

test('a changed program clears the answers that depend on it, at the server too', async ({
  page,
  applicant,
}) => {
  test.skip(!hasFullProgram, 'No program of this university asks for the educator number.');
  const other = tenant.programs.find(({ value }) => value !== fullProgram['program_type'])!;
  await applicant.comesLoggedIn('/education');
  await applicant.answers('Program type', fullProgram['program_type_desc']!);
  await applicant.answers('Major', fullProgram['applied_major_desc']!);
  await applicant.answers('Concentration', fullProgram['applied_concentration_desc']!);
  await page.locator('[name=iein]').fill('12345');
  await applicant.presses('Save');
  await applicant.reads(/Saved to your account/);
  await applicant.answers('Program type', other.label);
  await expect(page.locator('[name=iein]')).toBeHidden();
  await applicant.presses('Save');
  await applicant.reads(/Saved to your account/);
  const { answer } = await page.evaluate(() => fetch('/api/profile').then((response) => response.json()));
  expect(answer).toMatchObject({
    program_type: other.value,
    program_type_desc: other.label,
    applied_major: '',
    applied_major_desc: '',
    applied_concentration: '',
    applied_concentration_desc: '',
    iein: '',
  });
});
