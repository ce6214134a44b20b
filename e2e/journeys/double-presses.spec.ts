import { expect, type Locator, type Page } from 'playwright/test';
import { test } from '../support/test.ts';

interface Place {
  readonly x: number;
  readonly y: number;
}

async function middleOf(control: Locator): Promise<Place> {
  await control.scrollIntoViewIfNeeded();
  const box = await control.boundingBox();
  if (box === null) throw new Error('It is not shown.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

const ways = [
  { way: 'a double click', first: clickOnce, second: clickAgain },
  { way: 'a second click', first: clickOnce, second: clickOnce },
  { way: 'a second touch', first: tap, second: tap },
];
type Way = (page: Page, place: Place) => Promise<void>;

function clickOnce(page: Page, { x, y }: Place): Promise<void> {
  return page.mouse.click(x, y);
}

async function clickAgain(page: Page, { x, y }: Place): Promise<void> {
  await page.mouse.move(x, y);
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
}

function tap(page: Page, { x, y }: Place): Promise<void> {
  return page.touchscreen.tap(x, y);
}

/** Presses a place, and presses it again as soon as something else lies there. */
async function pressesTwice(page: Page, place: Place, next: Locator, first: Way, second: Way) {
  await first(page, place);
  await expect(next).toBeVisible();
  // Soon: half a second later, a press counts as meant.
  await expect.poll(() => lies(next, place), { intervals: [10] }).toBe(true);
  await second(page, place);
  await second(page, place);
}

function lies(control: Locator, place: Place): Promise<boolean> {
  return control.evaluate((element, { x, y }) => element.contains(document.elementFromPoint(x, y)), place);
}

for (const { way, first, second } of ways)
  test(`${way} on Continue never submits; a press of its own does @slow`, async ({ page, applicant }) => {
    await applicant.hasACompleteDraft();
    await applicant.opens('/education');
    const calls: string[] = [];
    page.on('request', (request) =>
      calls.push(`${new URL(request.url()).pathname} ${request.postData() ?? ''}`),
    );
    const [goOn, submit] = ['Continue', 'Submit'].map((name) =>
      page.getByRole('button', { name, exact: true }),
    );
    if (goOn === undefined || submit === undefined) throw new Error('unreachable');
    await pressesTwice(page, await middleOf(goOn), submit, first, second);
    await applicant.presses('Save');
    await applicant.reads(/Saved to your account/);
    await applicant.isAt('/final-steps');
    expect(calls.filter((call) => /submit|validating/.test(call))).toEqual([]);
    await expect(async () => {
      if (await submit.isVisible()) await first(page, await middleOf(submit));
      await expect(page).toHaveURL(/completion/, { timeout: 1000 });
    }).toPass();
  });

test('a double click on Submit does not submit unseen what another device has changed @slow', async ({
  page,
  applicant,
}) => {
  await applicant.hasACompleteDraft();
  await applicant.opens('/final-steps');
  await applicant.reads(/Saved to your account/);
  await applicant.calls('PUT', '/api/answer', { answers: { city: 'Erie' } });
  const place = await middleOf(page.getByRole('button', { name: 'Submit', exact: true }));
  await clickOnce(page, place);
  await applicant.reads('Your application was changed on another device.');
  await clickAgain(page, place);
  await applicant.presses('Save');
  await applicant.isAt('/final-steps');
});

for (const { way, first, second } of ways)
  test(`${way} on Cancel presses nothing that was below the dialog @slow`, async ({ page, applicant }) => {
    await applicant.opens('/about');
    await applicant.answers('First name', 'Zoë');
    const goOn = page.locator('.form-actions button', { hasText: 'Continue' });
    const place = await middleOf(goOn);
    await applicant.presses('Account');
    await applicant.presses('Clear this device');
    const cancel = page.getByRole('button', { name: 'Cancel' });
    await expect.poll(() => lies(cancel, place)).toBe(true);
    await pressesTwice(page, place, goOn, first, second);
    await applicant.hasAnswered('First name', 'Zoë');
    await applicant.isAt('/about');
    await expect(async () => {
      if (await goOn.isVisible()) await first(page, place);
      await expect(page).toHaveURL(/signup/, { timeout: 1000 });
    }).toPass();
  });

test('Enter held down on a card sends it once @slow', async ({ page, applicant }) => {
  await applicant.opens('/login');
  await page.waitForLoadState('networkidle');
  let logins = 0;
  page.on('request', (request) => (logins += request.url().endsWith('/public/login') ? 1 : 0));
  await applicant.answers('E-mail address', applicant.email);
  await applicant.answers('Password', 'Not the right one');
  await page.keyboard.down('Enter');
  await applicant.reads('Login Card Error');
  await page.keyboard.down('Enter');
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await page.waitForLoadState('networkidle');
  expect(logins).toBe(1);
});

test('a press that is counted as the second counts after a letter, and not after a choice @slow', async ({
  page,
  applicant,
}) => {
  await applicant.comesLoggedIn('/about');
  const goOn = page.locator('.form-actions button', { hasText: 'Continue' });
  await applicant.picks('Are you a veteran of the U.S. armed forces?', 'No');
  await clickAgain(page, await middleOf(goOn));
  await applicant.reads(/^Saved to your account/);
  await applicant.isAt('/about');
  await page.locator('input[name=first_name]').click();
  await page.keyboard.type('Zoë');
  await clickAgain(page, await middleOf(goOn));
  await applicant.isAt('/education');
});
