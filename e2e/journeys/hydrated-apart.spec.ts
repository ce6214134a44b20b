import { expect, type Page } from 'playwright/test';
import { test } from '../support/test.ts';
import { listensForComplaints, opensWithoutScript } from '../support/without-script.ts';

/** So slow that a page is hydrated for more than a second, part by part. */
const SLOWDOWN = 20;

/** Slower than any phone, the page would give its storage up after four seconds. */
async function waitsForStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { setTimeout } = globalThis;
    const patient = (run: () => void, ms?: number) => setTimeout(run, ms === 4000 ? 60_000 : ms);
    Object.assign(globalThis, { setTimeout: patient });
  });
}

/** Makes the page slow. Call the result to end that: otherwise a reload would be slow, too. */
async function slowsDown(page: Page): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  return () => session.detach();
}

/** Returns how many sections have been replaced since, because React could not hydrate them. */
async function watchesSections(page: Page): Promise<() => Promise<number>> {
  const headings = await page.$$('.form-section h2');
  expect(headings.length).toBeGreaterThan(5);
  return async () => {
    const stays = await Promise.all(headings.map((part) => part.evaluate(({ isConnected }) => isConnected)));
    return stays.filter((isThere) => !isThere).length;
  };
}

const FAR = ['city', 'preferred_name', 'phone_home'] as const;

for (const [index, hasDraft] of [true, false].entries()) {
  test(`letters typed far down, before and while the page is hydrated, all stay${hasDraft ? ', beside those of a draft' : ''}${index < 1 ? ' @slow' : ' @long'}`, async ({
    page,
    applicant,
    server,
  }) => {
    const complaints = listensForComplaints(page);
    const field = (name: string) => page.locator(`[name="${name}"]`);
    if (hasDraft) {
      await applicant.opens('/about');
      await applicant.answers('Last name', 'Lee');
      await applicant.answers('City', 'Erie');
      await page.locator('[name=citizenship_type]').selectOption('2');
      await page.locator('[name=alien_registration_number]').fill('A123456789');
      await applicant.reads('Saved on this device');
    }
    await waitsForStorage(page);
    const comes = await opensWithoutScript(page, server, '/about');
    const numReplaced = await watchesSections(page);
    await field('first_name').fill('Zoë');
    await field('address_line_2').focus();
    await page.keyboard.type('early ');
    const endSlowness = await slowsDown(page);
    const coming = comes();
    for (const letter of 'letters typed meanwhile') await page.keyboard.type(letter, { delay: 60 });
    await coming;
    await expect(field('address_line_2')).toBeFocused();
    await endSlowness();
    await page.keyboard.type(', and later');
    await applicant.reads('Saved on this device');
    await expect(field('address_line_2')).toBeFocused();
    const entered = 'early letters typed meanwhile, and later';
    await expect(field('address_line_2')).toHaveValue(entered);
    expect(await numReplaced()).toBe(0);
    expect(complaints).toEqual([]);

    await page.unrouteAll();
    await page.reload();
    await expect(field('address_line_2')).toHaveValue(entered);
    await applicant.hasAnswered('First name', 'Zoë');
    if (!hasDraft) return;
    await applicant.hasAnswered('Last name', 'Lee');
    await applicant.hasAnswered('City', 'Erie');
    await expect(field('alien_registration_number')).toHaveValue('A123456789');
  });
}

test('typing in one part after the other while they are hydrated loses no letter @long', async ({
  page,
  applicant,
  server,
}) => {
  const complaints = listensForComplaints(page);
  await waitsForStorage(page);
  const comes = await opensWithoutScript(page, server, '/about');
  const numReplaced = await watchesSections(page);
  const endSlowness = await slowsDown(page);
  const coming = comes();
  for (const name of FAR) {
    await page.locator(`[name=${name}]`).focus();
    await page.keyboard.type('5705550142', { delay: 40 });
  }
  await page.locator('label:has([name=military_veteran][value=yes])').click();
  await coming;
  await endSlowness();
  await applicant.reads('Saved on this device');
  expect(await numReplaced()).toBe(0);
  expect(complaints).toEqual([]);
  await page.reload();
  await expect(page.locator('[name=city]')).toHaveValue('5705550142');
  await expect(page.locator('[name=preferred_name]')).toHaveValue('5705550142');
  await expect(page.locator('[name=phone_home]')).toHaveValue('(570) 555-0142');
  await expect(page.locator('[name=military_veteran][value=yes]')).toBeChecked();
});
