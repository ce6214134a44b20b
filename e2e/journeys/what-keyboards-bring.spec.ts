import { expect, type Locator, type Page } from 'playwright/test';
import { fullProgram, hasFullProgram } from '#testing/programs.ts';
import { paste } from '../widgets/gallery.ts';
import { ABROAD, inArabic, LEFT_OUT, numbers } from '../support/keyboards.ts';
import { test } from '../support/test.ts';

const ways: readonly (readonly [string, (input: Locator, text: string) => Promise<void>])[] = [
  ['typed', (input, text) => input.pressSequentially(text)],
  ['pasted', paste],
  ['filled in', (input, text) => input.fill(text)],
];

const aboutYou = [
  { key: 'phone_home', text: '5705550188', shown: '(570) 555-0188' },
  { key: 'phone_mobile', text: '570 555 0188', shown: '(570) 555-0188' },
  { key: 'phone_international', text: '+44 20 7946 0000', shown: '+44 20 7946 0000' },
  { key: 'ssn', text: '123456789', shown: '123-45-6789' },
  { key: 'zip', text: '18509-1234', shown: '18509-1234' },
  { key: 'alien_registration_number', text: 'A123456789', shown: 'A123456789' },
];

const education = [
  ...(hasFullProgram ? [{ key: 'iein', text: '123456', shown: '123456' }] : []),
  { key: 'college_zip', text: '18509', shown: '18509' },
  { key: 'college_ceeb', text: '2929', shown: '2929' },
  { key: 'dates_attended_from', text: '09/2019', shown: '09/2019' },
  { key: 'employer_zip', text: '18509', shown: '18509' },
  { key: 'employer_tuition_amount', text: '1250', shown: '1250' },
];

const draft = {
  citizenship_type: '2',
  phone_international: '+49 1',
  ...fullProgram,
  employ_current: 'yes',
  employer_tuition: 'yes',
};

const input = (page: Page, key: string) => page.locator(`[name="${key}"]`);

/** Returns a function that composes a text, as an input method does, in the field that has the focus. */
async function composing(page: Page) {
  const session = await page.context().newCDPSession(page);
  const compose = (text: string, over = {}) =>
    session.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
      ...over,
    });
  return { session, compose };
}

/** Enters each answer in each way, with the digits of another keyboard. */
async function enterAll(page: Page, fields: readonly { key: string; text: string; shown: string }[]) {
  for (const { key, text, shown } of fields)
    for (const [, enter] of ways) {
      await input(page, key).fill('');
      await enter(input(page, key), inArabic(text));
      await expect(input(page, key)).toHaveValue(shown);
    }
}

test('digits of another keyboard are accepted in every field of digits @slow', async ({
  page,
  applicant,
}) => {
  await applicant.hasADraft(draft);
  await applicant.opens('/about');
  await enterAll(page, aboutYou);
  const [month, day, year] = ['2', '29', '1996'].map((part) => inArabic(part));
  await input(page, 'birth_date-month').pressSequentially(month ?? '');
  await input(page, 'birth_date-day').pressSequentially(day ?? '');
  await input(page, 'birth_date-year').pressSequentially(year ?? '');
  await expect(input(page, 'birth_date')).toHaveValue('1996-02-29');
  await paste(input(page, 'birth_date-month'), inArabic('3/1/1997'));
  await expect(input(page, 'birth_date')).toHaveValue('1997-03-01');
  await page.getByRole('navigation').getByRole('link', { name: 'Education' }).click();
  await enterAll(page, education);
  await applicant.presses('Save');
  await applicant.reads(/Saved to your account/);
  const profile = await page.request.get(new URL('/api/profile', page.url()).href);
  expect(await profile.json()).toMatchObject({
    answer: {
      ...Object.fromEntries([...aboutYou, ...education].map(({ key, shown }) => [key, shown])),
      birth_date: '1997-03-01',
    },
  });
});

test('a confirmation code is accepted as it was copied, and in the digits of any keyboard @slow', async ({
  page,
  applicant,
}) => {
  await applicant.opens('/confirm');
  const code = page.locator('#code');
  for (const text of ['Your confirmation code is 123456', '123456.', '١٢٣٤٥٦']) {
    await paste(code.locator('input'), text);
    await expect(code.locator('input')).toHaveValue(/\S/);
    await expect(code).not.toContainText('must be exactly 6 numbers');
    await code.locator('input').fill('');
  }
});

for (const [index, { country, text, shown, note }] of numbers.entries()) {
  test(`${text} becomes ${shown} in ${country || 'no country'}, and every digit that is left out is mentioned${index < 3 ? ' @slow' : ' @long'}`, async ({
    page,
    applicant,
  }) => {
    await applicant.opens('/about');
    await page.locator('select[name=country]').selectOption(country);
    for (const [, enter] of ways) {
      await input(page, 'phone_mobile').fill('');
      await enter(input(page, 'phone_mobile'), text);
      await expect(input(page, 'phone_mobile')).toHaveValue(shown);
      await expect(page.locator('#phone_mobile .ui-note')).toHaveText(note);
    }
    await input(page, 'first_name').focus();
    await expect(input(page, 'phone_mobile')).toHaveValue(shown);
    await expect(page.locator('#phone_mobile .ui-note')).toHaveText(note);
  });
}

test('a number is checked again when a country is chosen @slow', async ({ page, applicant }) => {
  await applicant.opens('/about');
  const number = input(page, 'phone_mobile');
  const note = page.locator('#phone_mobile .ui-note');
  const country = page.locator('select[name=country]');
  await number.pressSequentially('13812345678');
  await expect(number).toHaveValue('(381) 234-5678');
  await expect(note).toHaveText(LEFT_OUT);
  await country.selectOption('CHN');
  await expect(number).toHaveValue('13812345678');
  await expect(note).toHaveText(ABROAD);
  await country.selectOption('USA');
  await expect(number).toHaveValue('(381) 234-5678');
  await expect(note).toHaveText(LEFT_OUT);
});

test('names lose extra blanks when their field is left @slow', async ({ page, applicant }) => {
  await applicant.opens('/about');
  await input(page, 'first_name').pressSequentially('  Mary   Ann ');
  await expect(input(page, 'first_name')).toHaveValue('  Mary   Ann ');
  await page.keyboard.press('Tab');
  await expect(input(page, 'first_name')).toHaveValue('Mary Ann');
  await paste(input(page, 'last_name'), ' O\u200b Neill\u00a0');
  await page.keyboard.press('Tab');
  await expect(input(page, 'last_name')).toHaveValue('O Neill');
});

test('a joiner stays while a name is typed, and after that @slow', async ({ page, applicant }) => {
  await applicant.opens('/about');
  const name = input(page, 'first_name');
  await name.pressSequentially('\u0645\u06cc\u200c');
  await expect(name).toHaveValue('\u0645\u06cc\u200c');
  // Its answer has been stored and shown.
  await applicant.reads(/on this device/);
  await expect(name).toHaveValue('\u0645\u06cc\u200c');
  await name.pressSequentially('\u0631\u0632\u0627');
  await page.keyboard.press('Tab');
  await expect(name).toHaveValue('\u0645\u06cc\u200c\u0631\u0632\u0627');
});

test('a composed text that the limit cuts gets a note, as a typed one does @slow', async ({
  page,
  applicant,
}) => {
  await applicant.opens('/about');
  const { session, compose } = await composing(page);
  const line = input(page, 'city');
  const field = page.locator('#city');
  // By then, the script notes what the limit cuts.
  await line.fill('Scranton');
  await applicant.reads(/on this device/);
  await line.fill('');
  const text = 'Flat 27 Block 114 Dr Ambedkar Residency Complex Sector 14 Extension';
  await compose(text);
  await expect(field).toContainText('Your text was 22 characters too long. The end was left out.');
  await session.send('Input.insertText', { text: '' });
  await line.fill('x'.repeat(43));
  await compose('y');
  await compose('yy');
  await expect(field.locator('.ui-note')).toHaveText('');
  await compose('yyy');
  await expect(field).toContainText('This field holds 45 characters and is full.');
  await compose('yy');
  await expect(field.locator('.ui-note')).toHaveText('');
});

test('what is composed faster than the page follows stays when the note of the limit appears @slow', async ({
  page,
  applicant,
}) => {
  await applicant.opens('/about');
  const { compose } = await composing(page);
  const line = input(page, 'city');
  await line.fill('x'.repeat(43));
  await applicant.reads(/on this device/);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  for (const text of ['y', 'yy', 'yyy']) await compose(text);
  await expect(page.locator('#city .ui-note')).toHaveText('This field holds 45 characters and is full.');
  await expect(line).toHaveValue(`${'x'.repeat(43)}yyy`);
});

test('a field with a list leaves unseen signs alone while they are composed @slow', async ({
  page,
  applicant,
}) => {
  await applicant.opens('/about');
  const { compose } = await composing(page);
  await input(page, 'address_line_1').scrollIntoViewIfNeeded();
  const line = page.getByRole('combobox', { name: 'Address line 1' });
  await line.focus();
  for (const text of ['ខ្ញុំ', 'ខ្ញុំ\u200b', 'ខ្ញុំ\u200bទៅ']) {
    await compose(text);
    await applicant.reads(/on this device/);
    await expect(line).toHaveValue(text);
  }
  await page.keyboard.press('Tab');
  await expect(line).toHaveValue('ខ្ញុំទៅ');
});

test('a word that is composed again near the limit gets a note only if something is left out @slow', async ({
  page,
  applicant,
}) => {
  await applicant.opens('/about');
  const { session, compose } = await composing(page);
  const line = input(page, 'city');
  const note = page.locator('#city .ui-note');
  await line.fill('Ostwestfalen at the river Weser in the hill');
  await applicant.reads(/on this device/);
  await line.press('End');
  await compose('s');
  await session.send('Input.insertText', { text: 's' });

  await test.step('over the first word, which fills the field', async () => {
    await compose('Ostwestfalen', { replacementStart: 0, replacementEnd: 12 });
    await expect(note).toHaveText('');
    await compose('Ostwestfalens');
    await expect(note).toHaveText('');
    await compose('Ostwestfalenss');
    await expect(note).toHaveText('This field holds 45 characters and is full.');
    await session.send('Input.insertText', { text: 'Ostwestfalenss' });
    await expect(line).toHaveValue('Ostwestfalens at the river Weser in the hills');
    await expect(note).toHaveText('This field holds 45 characters and is full.');
  });

  await test.step('as Android does: without a beginning, because it stood there', async () => {
    await line.evaluate((element: HTMLInputElement) => {
      const told = {
        isComposing: true,
        inputType: 'insertCompositionText',
        data: 'Ostwestfalen',
        bubbles: true,
      };
      element.dispatchEvent(new InputEvent('beforeinput', told));
      element.setRangeText('Ostwestfalen', 0, 13, 'end');
      element.dispatchEvent(new InputEvent('input', told));
    });
    await expect(line).toHaveValue('Ostwestfalen at the river Weser in the hills');
    await expect(note).toHaveText('');
  });
});
