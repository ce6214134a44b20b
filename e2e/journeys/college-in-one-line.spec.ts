import { expect, type Page } from 'playwright/test';
import { fillSilently } from '../support/filling.ts';
import { test } from '../support/test.ts';

const LINE = '800 Linden Street, Scranton, PA 18510';
const scranton = {
  college_name: 'University of Scranton',
  college_address_line_1: '800 Linden Street',
  college_city: 'Scranton',
  college_state: 'PA',
  college_state_desc: 'Pennsylvania',
  college_zip: '18510',
  college_ceeb: '2929',
};

const change = (page: Page) => page.getByRole('button', { name: 'Change College address' });
const city = (page: Page) => page.getByRole('textbox', { name: /^College city/ });

test('a college from the list has its address in one line, and Change opens its fields @slow', async ({
  page,
  applicant,
}) => {
  await applicant.opens('/education');
  await expect(city(page)).toBeVisible();
  await expect(change(page)).toBeHidden();
  await applicant.picksSuggestion('college_name', 'University of Scran');
  await applicant.reads(LINE);
  await expect(city(page)).toHaveCount(0);

  // By keyboard alone: the next stop after the button is behind the fields.
  await page.locator('select[name=college_degree]').focus();
  await page.keyboard.press('Tab');
  await expect(change(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.locator('#college_transcript, #dates_attended_from').locator(':focus')).toHaveCount(1);
  await expect(city(page)).toHaveCount(0);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator('[name=college_address_line_1]')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(city(page)).toBeFocused();

  // Fields that somebody has opened stay, whatever is typed; after a reload the line has it.
  await city(page).fill('');
  await city(page).fill('Dunmore');
  await page.keyboard.press('Tab');
  await expect(city(page)).toBeVisible();
  await applicant.reads('Saved on this device');
  await page.reload();
  await applicant.reads(LINE.replace('Scranton', 'Dunmore'));
  await expect(city(page)).toHaveCount(0);
});

test('a college that is not on the list shows its fields at once @slow', async ({ page, applicant }) => {
  await applicant.opens('/education');
  await applicant.picksSuggestion('college_name', 'University of Scran');
  await applicant.reads(LINE);
  await page.locator('input[name=college_name]').fill('Xyzzy Institute');
  await expect(page.getByText(LINE)).toBeHidden();
  await expect(page.locator('[name=college_city]')).toHaveValue('Scranton');
  await applicant.picksSuggestion('college_name', 'Xyzzy Institute', 'Use: Xyzzy Institute');
  await expect(city(page)).toHaveValue('');
  // Another pick from the list has one line again.
  await applicant.picksSuggestion('college_name', 'University of Scran');
  await applicant.reads(LINE);
  await expect(city(page)).toHaveCount(0);
});

test('a link to a question behind the line opens it and moves the focus into it @slow', async ({
  page,
  applicant,
}) => {
  await applicant.hasADraft({ ...scranton, college_2_name: 'Marywood', college_2_city: 'Scranton' });
  await applicant.opens('/education');
  await applicant.reads(LINE);
  for (const key of ['college_state', 'college_zip', 'college_2_zip']) {
    await applicant.opens(`/education?${key}#${key}`);
    await expect(page.locator(`[name=${key}]`)).toBeFocused();
    await expect(page.locator(`#${key} [name]`)).toBeInViewport();
  }
  // The second college has no whole address.
  await applicant.opens('/education?');
  await applicant.reads(LINE);
  await expect(change(page)).toHaveCount(1);
  await expect(city(page)).toHaveCount(1);
});

test('fields behind the line show why the server has refused an answer, and stay while it is corrected @slow', async ({
  page,
  applicant,
}) => {
  await applicant.comesLoggedIn('/education');
  await page.route('**/api/answer', (route) =>
    route.request().postData()?.includes('"18510"') === true
      ? route.fulfill({ status: 400, json: { message: 'No.', errors: { college_zip: ['No such ZIP.'] } } })
      : route.continue(),
  );
  await applicant.picksSuggestion('college_name', 'University of Scran');
  const zip = page.getByRole('textbox', { name: /^College ZIP/ });
  await expect(zip).toHaveAccessibleDescription(/No such ZIP\./);
  await zip.focus();
  await zip.press('End');
  await zip.press('Backspace');
  await expect(page.locator('#college_zip')).not.toContainText('No such ZIP.');
  await zip.press('9');
  await expect(zip).toHaveValue('18519');
  await applicant.reads(/Saved to your account/);
  await expect(zip).toBeFocused();
});

test('programs fill in fields behind the line @slow', async ({ page, applicant }) => {
  await applicant.hasADraft(scranton);
  await applicant.opens('/education');
  await applicant.reads(LINE);
  await page.evaluate(fillSilently, [
    { selector: '[name=college_city]', value: 'Dunmore' },
    { selector: 'select[name=college_state]', value: 'NY' },
  ]);
  await applicant.presses('Save');
  await applicant.reads(LINE.replace('Scranton, PA', 'Dunmore, NY'));
  await page.locator('[name=college_city]').fill('Albany');
  await expect(city(page)).toHaveValue('Albany');
  await applicant.presses('Save');
  await expect
    .poll(async () => {
      const response = await page.request.get(new URL('/api/profile', page.url()).href);
      return (await response.json()).answer;
    })
    .toMatchObject({ college_city: 'Albany', college_state: 'NY', college_state_desc: 'New York' });
});
