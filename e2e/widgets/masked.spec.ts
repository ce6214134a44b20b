import type { Page } from 'playwright/test';
import { autofill, expect, expectReported, paste, test } from './gallery.ts';

const phone = (page: Page) => page.locator('[name=phone_home]');

test('typing letter by letter ends in the mask, however fast', async ({ page }) => {
  await phone(page).pressSequentially('5705550142');
  await expect(phone(page)).toHaveValue('(570) 555-0142');
  await expectReported(page, 'phone_home', '(570) 555-0142');
});

test('typing slowly, with the mask there, keeps the caret right @long', async ({ page }) => {
  await phone(page).focus();
  await phone(page).pressSequentially('570555', { delay: 60 });
  await expect(phone(page)).toHaveValue(/^\(570\) 555/u);
  await phone(page).pressSequentially('0142', { delay: 60 });
  await expect(phone(page)).toHaveValue('(570) 555-0142');
});

const american = ['+1 570 555 0142', '570.555.0142', '+15705550142', '1 (570) 555-0142', ' 570 555 0142 '];
for (const [index, text] of american.entries()) {
  test(`takes a paste and autofill of "${text}"${index < 1 ? ' @slow' : ' @long'}`, async ({ page }) => {
    await paste(phone(page), text);
    await expect(phone(page)).toHaveValue('(570) 555-0142');
    await expectReported(page, 'phone_home', '(570) 555-0142');
    await autofill(phone(page), '');
    await expectReported(page, 'phone_home', '');
    await autofill(phone(page), text);
    await expect(phone(page)).toHaveValue('(570) 555-0142');
    await expectReported(page, 'phone_home', '(570) 555-0142');
  });
}

test('autofill replaces what was typed before, without the focus @long', async ({ page }) => {
  await phone(page).pressSequentially('570');
  await page.locator('[name=first_name]').focus();
  await autofill(phone(page), '2125550199');
  await expect(phone(page)).toHaveValue('(212) 555-0199');
  await expectReported(page, 'phone_home', '(212) 555-0199');
});

test('autofill with only a change event is accepted, too @long', async ({ page }) => {
  await phone(page).evaluate((element) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(element, '+12125550199');
    element.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await expectReported(page, 'phone_home', '(212) 555-0199');
});

test('digits are deleted and inserted in the middle, and the caret stays there @slow', async ({ page }) => {
  await phone(page).pressSequentially('5705550142');
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Backspace');
  await expect(phone(page)).toHaveValue('(570) 550-142');
  await page.keyboard.type('9');
  await expect(phone(page)).toHaveValue('(570) 559-0142');
  await expectReported(page, 'phone_home', '(570) 559-0142');
});

test('Backspace empties the field, over brackets and spaces @long', async ({ page }) => {
  await phone(page).pressSequentially('5705550142');
  for (let step = 0; step < 16; step += 1) await page.keyboard.press('Backspace');
  await expect(phone(page)).toHaveValue('');
  await expectReported(page, 'phone_home', '');
});

test('an eleventh digit shows that the first was a country code @long', async ({ page }) => {
  await phone(page).pressSequentially('15705550142');
  await expect(phone(page)).toHaveValue('(570) 555-0142');
});

test('too many digits are cut visibly @long', async ({ page }) => {
  await paste(phone(page), '570 555 0142 99');
  await expect(page.locator('#phone_home')).toContainText(
    'Your number was 2 digits longer than the 10 that fit; please check it.',
  );
});

const foreignNotice = 'Please add a phone number outside the United States and Canada below, not here.';

for (const text of ['+49 170 1234567', '0049 170 1234567']) {
  test(`"${text}" stays as it is, pasted or typed, until it is deleted @long`, async ({ page }) => {
    const note = page.locator('#phone_home .ui-note');
    await paste(phone(page), text);
    await expectReported(page, 'phone_home', text);
    await expect(note).toHaveText(foreignNotice);
    await page.keyboard.press('Tab');
    await expect(phone(page)).toHaveValue(text);
    await phone(page).fill('');
    await expectReported(page, 'phone_home', '');
    await expect(note).toBeEmpty();

    await phone(page).pressSequentially(text, { delay: 60 });
    await expect(phone(page)).toHaveValue(text);
    await expectReported(page, 'phone_home', text);
    await expect(note).toHaveText(foreignNotice);
    // One more for the bracket that appears when a single 0 is left.
    for (let step = 0; step <= text.length; step += 1) await page.keyboard.press('Backspace');
    await expect(phone(page)).toHaveValue('');
    await expectReported(page, 'phone_home', '');
    await phone(page).pressSequentially('+1 570 555 0142', { delay: 60 });
    await expect(phone(page)).toHaveValue('(570) 555-0142');
    await expectReported(page, 'phone_home', '(570) 555-0142');
    await expect(note).toBeEmpty();
  });
}

test('words that were pasted stay until they are deleted @long', async ({ page }) => {
  await paste(phone(page), 'ask my agent ');
  await expectReported(page, 'phone_home', 'ask my agent ');
  await page.keyboard.press('Tab');
  await expect(phone(page)).toHaveValue('ask my agent ');
  await phone(page).focus();
  await page.keyboard.press('End');
  await page.keyboard.type('570', { delay: 60 });
  await expect(phone(page)).toHaveValue('ask my agent 570');
  await page.keyboard.press('Tab');
  await expect(phone(page)).toHaveValue('ask my agent 570');
  await expectReported(page, 'phone_home', 'ask my agent 570');
  await phone(page).focus();
  await page.keyboard.press('Home');
  for (let letter = 0; letter < 'ask my agent'.length; letter += 1) await page.keyboard.press('Delete');
  await expect(phone(page)).toHaveValue('(570');
  await page.keyboard.press('End');
  await page.keyboard.type('5550142', { delay: 60 });
  await expect(phone(page)).toHaveValue('(570) 555-0142');
  await expectReported(page, 'phone_home', '(570) 555-0142');
});

test('an Android keyboard that composes is not disturbed @slow', async ({ page }) => {
  const session = await page.context().newCDPSession(page);
  await phone(page).focus();
  let text = '';
  for (const digit of '5705550142') {
    text += digit;
    await session.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    });
    await expectReported(page, 'phone_home', text);
  }
  await session.send('Input.insertText', { text });
  await expect(phone(page)).toHaveValue('(570) 555-0142');
  await expectReported(page, 'phone_home', '(570) 555-0142');
});

test('the Social Security number is grouped 3-2-4 @long', async ({ page }) => {
  const input = page.locator('[name=ssn]');
  await input.pressSequentially('123456789');
  await expect(input).toHaveValue('123-45-6789');
  await expect(input).toHaveAttribute('autocomplete', 'off');
  await expect(input).toHaveAttribute('inputmode', 'numeric');
  await input.fill('');
  await paste(input, '987 65 4321');
  await expect(input).toHaveValue('987-65-4321');
  await expectReported(page, 'ssn', '987-65-4321');
});

test('a number ends where any other text ends, and says so @slow', async ({ page }) => {
  await paste(phone(page), 'x'.repeat(60));
  await expectReported(page, 'phone_home', 'x'.repeat(45));
  await expect(page.locator('#phone_home')).toContainText(
    'Your text was 15 characters too long. The end was left out.',
  );
});
