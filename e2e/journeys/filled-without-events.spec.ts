import { expect, type Locator, type Page } from 'playwright/test';
import { PASSWORD } from '../support/applicant.ts';
import { test } from '../support/test.ts';

/** Fills an element as some password managers do: without any event. */
async function fillSilently(field: Locator, value: string): Promise<void> {
  await field.evaluate((element, text) => {
    const isMark = element instanceof HTMLInputElement && /radio|checkbox/.test(element.type);
    const prototype = element instanceof HTMLSelectElement ? HTMLSelectElement : HTMLInputElement;
    const set = (name: string, to: unknown) =>
      Object.getOwnPropertyDescriptor(prototype.prototype, name)?.set?.call(element, to);
    if (isMark) set('checked', true);
    else set('value', text);
  }, value);
}

test('a card logs in with what a password manager has filled in without an event', async ({
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
    await fillSilently(page.locator('[name=username]'), applicant.email);
    await fillSilently(page.locator('[name=password]'), PASSWORD);
    await submit();
    await applicant.isAt('/about');
    await page.context().clearCookies();
  }
});

const filled: readonly (readonly [selector: string, key: string, value: string, answer: string])[] = [
  ['[name=first_name]', 'first_name', 'Silvia', 'Silvia'],
  ['[name=phone_home]', 'phone_home', '5705550188', '(570) 555-0188'],
  ['[name=birth_date-month]', '', '3', ''],
  ['[name=birth_date-day]', '', '5', ''],
  ['[name=birth_date-year]', 'birth_date', '1999', '1999-03-05'],
  ['select[name=country]', 'country', 'CAN', 'CAN'],
  ['[name=address_line_1]', 'address_line_1', '1 Main Street', '1 Main Street'],
  ['[name=optin_sms_ind]', 'optin_sms_ind', '', 'true'],
  ['[name=military_veteran][value=no]', 'military_veteran', '', 'no'],
];

async function fillAll(page: Page): Promise<void> {
  for (const [selector, , value] of filled) await fillSilently(page.locator(selector), value);
}

const answer = Object.fromEntries(
  filled.filter(([, key]) => key !== '').map(([, key, , value]) => [key, value]),
);

async function answersOf(page: Page): Promise<unknown> {
  const response = await page.request.get(new URL('/api/profile', page.url()).href);
  return (await response.json()).answer;
}

for (const button of ['Save', 'Continue']) {
  test(`${button} saves what was filled in without an event`, async ({ page, applicant }) => {
    await applicant.comesLoggedIn();
    await fillAll(page);
    await applicant.presses(button);
    await expect.poll(() => answersOf(page)).toMatchObject(answer);
  });
}

test('what was filled in without an event is kept when a field is left, and when the page is', async ({
  page,
  applicant,
}) => {
  await applicant.opens('/about');
  await page.locator('[name=last_name]').focus();
  await fillAll(page);
  await page.keyboard.press('Tab');
  await applicant.reads('Saved on this device');
  await fillSilently(page.locator('[name=middle_name]'), 'Anna');
  await page.reload();
  await applicant.hasAnswered('First name', 'Silvia');
  await applicant.hasAnswered('Middle name', 'Anna');
  await expect(page.locator('select[name=country]')).toHaveValue('CAN');
  await expect(page.locator('[name=military_veteran][value=no]')).toBeChecked();
});
