import { expect, type Page } from 'playwright/test';
import { PASSWORD } from '../support/applicant.ts';
import { filled, filledAnswers, fillSilently } from '../support/filling.ts';
import { test } from '../support/test.ts';

test('a card logs in with what a password manager has filled in without an event @slow', async ({
  page,
  applicant,
}) => {
  await applicant.hasASession();
  await page.context().clearCookies();
  for (const submit of [
    () => applicant.presses('Submit'),
    () => page.locator('form').evaluate((form: HTMLFormElement) => form.requestSubmit()),
  ]) {
    await applicant.opens('/login');
    await page.evaluate(fillSilently, [
      { selector: '[name=username]', value: applicant.email },
      { selector: '[name=password]', value: PASSWORD },
    ]);
    await submit();
    await applicant.isAt('/about');
    await page.context().clearCookies();
  }
});

async function answersOf(page: Page): Promise<unknown> {
  const response = await page.request.get(new URL('/api/profile', page.url()).href);
  return (await response.json()).answer;
}

for (const button of ['Save', 'Continue']) {
  test(`${button} saves what was filled in without an event @slow`, async ({ page, applicant }) => {
    await applicant.comesLoggedIn();
    await page.evaluate(fillSilently, filled);
    await applicant.presses(button);
    await expect.poll(() => answersOf(page)).toMatchObject(filledAnswers);
  });
}

test('lists of suggestions, long texts and lists of years are read, too @slow', async ({
  page,
  applicant,
}) => {
  await applicant.comesLoggedIn('/education');
  await applicant.picks('Are you eligible to return to the last college you attended?', 'No');
  const answers = {
    college_name: 'University of Scranton',
    return_institute_reason: 'I was ill.\nNow I am well.',
    expected_graduation_date: '2028',
    dates_attended_from: '09/2019',
  };
  await applicant.picks('Are you currently enrolled in college?', 'Yes');
  await page.evaluate(
    fillSilently,
    Object.entries(answers).map(([key, value]) => ({ selector: `[name=${key}]`, value })),
  );
  await applicant.presses('Save');
  await expect.poll(() => answersOf(page)).toMatchObject(answers);
});

test('what was filled in without an event is kept when a field is left, and when the page is @slow', async ({
  page,
  applicant,
}) => {
  await applicant.opens('/about');
  await page.locator('[name=last_name]').focus();
  await page.evaluate(fillSilently, filled);
  await page.keyboard.press('Tab');
  await applicant.reads('Saved on this device');
  await page.evaluate(fillSilently, [{ selector: '[name=middle_name]', value: 'Anna' }]);
  await page.reload();
  await applicant.hasAnswered('First name', 'Silvia');
  await applicant.hasAnswered('Middle name', 'Anna');
  await expect(page.locator('select[name=country]')).toHaveValue('CAN');
  await expect(page.locator('[name=military_veteran][value=no]')).toBeChecked();
});
