import { expect } from 'playwright/test';
import { test } from '../support/test.ts';

for (const width of [320, 390]) {
  test(`at ${width} px, the bar says in words how much is answered, and stays as high as it is @long`, async ({
    page,
    applicant,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await applicant.comesLoggedIn();
    const bar = page.locator('.form-actions');
    const button = bar.getByRole('button', { name: /^\d+ of 12 required answered\b/ });
    await expect(button).toHaveText('0 of 12 required answered');
    await expect(button).toBeInViewport({ ratio: 1 });
    const { height } = (await bar.boundingBox())!;
    // Two tight rows, because a phone needs its height for the questions.
    expect(height).toBeLessThanOrEqual(104);

    const arrived = Promise.withResolvers<void>();
    await page.route('**/api/answer', async (route) => {
      await arrived.promise;
      await route.continue();
    });
    await applicant.answers('First name', 'Ann');
    await applicant.reads('Saved on this device. Sending …');
    await expect(button).toHaveText('1 of 12 required answered');
    expect((await bar.boundingBox())!.height).toBe(height);
    arrived.resolve();
    await applicant.reads('Saved to your account');
    expect((await bar.boundingBox())!.height).toBe(height);
  });
}

test('a month and its year are on one line, and their legend says what they are for @long', async ({
  page,
  applicant,
}) => {
  await applicant.opens('/education');
  await page.locator('#prev_attend').getByText('Yes').click();
  const latest = 'Attended the latest college';
  for (const legend of ['From', 'Until', `${latest} from`, `${latest} until`]) {
    const pair = page.getByRole('group', { name: `${legend} (optional)`, exact: true });
    const month = await pair.getByLabel('Month', { exact: true }).boundingBox();
    const year = await pair.getByLabel('Year', { exact: true }).boundingBox();
    expect(month?.y).toBe(year?.y);
  }
});

test('on a phone, the bar tells how much is answered and leads to every section @slow', async ({
  page,
  applicant,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await applicant.opens('/about');
  await applicant.answers('First name', 'Ann');
  const button = page.getByRole('button', { name: /^\d+ of \d+ required answered. Sections of this page$/ });
  await expect(button).toHaveText('1 of 12 required answered');
  const list = page.getByRole('complementary', { name: 'On this page' });
  await expect(list).toBeHidden();
  await button.click();
  await expect(list.getByRole('link')).toHaveText([
    /^Your name\s*1 of 2 required answered$/,
    /^Personal details\s*0 of 2 required answered$/,
    /^How we reach you/,
    /^Your address/,
    /^Citizenship and language/,
    /^Your background\s*optional$/,
    /^Your religion\s*optional$/,
    /^Military service/,
  ]);
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await expect(button).toBeFocused();
  await applicant.answers('Last name', 'Lee');
  // The home phone is then not required.
  await applicant.answers('Cell phone', '5702345678');
  await button.click();
  for (const done of ['Your name', 'How we reach you'])
    await expect(list.getByRole('link', { name: `${done} all required answered` })).toBeVisible();
  await list.getByRole('link', { name: 'Your address' }).click();
  await expect(list).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Your address' })).toBeInViewport();
  await expect(page.getByRole('heading', { name: 'Your address' })).toBeFocused();
  await page.setViewportSize({ width: 1280, height: 844 });
  await expect(list).toBeVisible();
  await expect(button).toBeHidden();
});
