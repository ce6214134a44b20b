import { expect, type Page } from 'playwright/test';
import { test } from '../support/test.ts';
import { listensForComplaints, opensWithoutScript } from '../support/without-script.ts';

const list = (page: Page, key: string, name: string) =>
  page.locator(`#${key}`).getByRole('combobox', { name });

async function answersOf(page: Page): Promise<Record<string, string>> {
  const response = await page.request.get(new URL('/api/profile', page.url()).href);
  return (await response.json()).answer;
}

test('months that were typed stay as they were and are chosen in the lists, years beyond the lists too @slow', async ({
  page,
  applicant,
}) => {
  const typed = { dates_attended_from: 'Sept. 1931', dates_attended_to: '5/2099' };
  await applicant.hasADraft(typed);
  await applicant.opens('/education');
  await expect(list(page, 'dates_attended_from', 'Month')).toHaveValue('9');
  await expect(list(page, 'dates_attended_from', 'Year')).toHaveValue('1931');
  await expect(list(page, 'dates_attended_to', 'Month')).toHaveValue('5');
  await expect(list(page, 'dates_attended_to', 'Year')).toHaveValue('2099');
  await applicant.presses('Save');
  await applicant.reads(/Saved to your account/);
  expect(await answersOf(page)).toMatchObject(typed);
  await list(page, 'dates_attended_from', 'Month').selectOption('October');
  await applicant.presses('Save');
  await expect.poll(() => answersOf(page)).toMatchObject({ dates_attended_from: '10/1931' });
});

test('a text that names no month stays and is shown until a month and a year replace it @slow', async ({
  page,
  applicant,
}) => {
  await applicant.hasADraft({ dates_attended_from: 'fall 2019' });
  await applicant.opens('/education');
  const note = page.locator('#dates_attended_from .ui-note');
  await expect(note).toContainText('“fall 2019”');
  await list(page, 'dates_attended_from', 'Year').selectOption('2019');
  await applicant.presses('Save');
  await applicant.reads('Saved on this device');
  expect(await answersOf(page)).toMatchObject({ dates_attended_from: 'fall 2019' });
  await expect(note).toContainText('“fall 2019”');
  await list(page, 'dates_attended_from', 'Month').selectOption('September');
  await expect(note).toBeEmpty();
  await applicant.presses('Save');
  await expect.poll(() => answersOf(page)).toMatchObject({ dates_attended_from: '09/2019' });
});

test('a month without its year is there again after a reload and a login, and only on this device @slow', async ({
  page,
  applicant,
}) => {
  await applicant.opens('/education');
  await list(page, 'dates_attended_to', 'Month').selectOption('May');
  await applicant.reads('Saved on this device');
  await page.reload();
  await expect(list(page, 'dates_attended_to', 'Month')).toHaveValue('5');
  await expect(page.locator('[name=dates_attended_to]')).toHaveValue('');
  await applicant.hasASession();
  await applicant.opens('/education?own');
  await expect(list(page, 'dates_attended_to', 'Month')).toHaveValue('5');
  await applicant.presses('Save');
  await applicant.reads(/Saved/);
  expect(await answersOf(page)).not.toHaveProperty('dates_attended_to');
  await list(page, 'dates_attended_to', 'Year').selectOption('2020');
  await applicant.presses('Save');
  await expect.poll(() => answersOf(page)).toMatchObject({ dates_attended_to: '05/2020' });
});

test('months that are chosen before the script loads are kept, also if the page ends before @slow', async ({
  page,
  applicant,
  server,
}) => {
  const complaints = listensForComplaints(page);
  const field = (name: string) => page.locator(`[name=${name}]`);
  const comes = await opensWithoutScript(page, server, '/education');
  await field('dates_attended_from-month').selectOption('9');
  await field('dates_attended_from-year').selectOption('2019');
  await comes();
  await applicant.reads('Saved on this device');
  expect(complaints).toEqual([]);
  await expect(field('dates_attended_from')).toHaveValue('09/2019');
  await page.unrouteAll();

  await opensWithoutScript(page, server, '/education');
  await field('dates_attended_from-month').selectOption('10');
  await field('dates_attended_to-month').selectOption('5');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await applicant.opens('/about');
  await applicant.opens('/education');
  await expect(field('dates_attended_to-month')).toHaveValue('5');
});
