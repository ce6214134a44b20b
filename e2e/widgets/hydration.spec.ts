import { expect, reported, test } from './gallery.ts';

test('what was typed before the script loaded is adopted, without errors in the console @long', async ({
  page,
}) => {
  await page.goto(`${page.url()}?hydrate`);
  await page.locator('[name=first_name]').pressSequentially('Marisol');
  await page.locator('[name=essay]').fill('Ten years of teaching');
  await page.locator('[name=password]').fill('Correct horse 1');
  await page.locator('[name=phone_home]').fill('5705550142');
  await page.locator('[name=birth_date-month]').fill('3');
  await page.locator('[name=birth_date-day]').fill('5');
  await page.locator('[name=birth_date-year]').fill('1999');
  await page.locator('[name=country]').selectOption('CAN');
  await page.locator('[name=legal]').check();
  await page.locator('[name=veteran]').last().check();
  await page.locator('[name=school]').fill('Scran');
  await page.locator('[name=first_name]').focus();
  await page.keyboard.press('ArrowLeft');
  await page.evaluate(() => dispatchEvent(new Event('hydrate')));

  await expect
    .poll(() => reported(page))
    .toMatchObject({
      first_name: 'Marisol',
      essay: 'Ten years of teaching',
      phone_home: '(570) 555-0142',
      birth_date: '1999-03-05',
      country: 'CAN',
      legal: 'true',
      veteran: 'N',
      school: 'Scran',
    });
  await expect(page.locator('[name=password]')).toHaveValue('Correct horse 1');
  await expect(page.locator('[name=birth_date-month]')).toHaveValue('3');
  await expect(page.locator('[name=first_name]')).toBeFocused();
  await page.keyboard.type('x');
  await expect(page.locator('[name=first_name]')).toHaveValue('Marisoxl');
});
