import { expect, type Locator, type Page } from 'playwright/test';
import { tenant } from '#tenant/tenant.ts';
import { laterTerm, plainProgram } from '#testing/programs.ts';
import { PASSWORD } from '../support/applicant.ts';
import { confirmationCodeFor } from '../support/mailbox.ts';
import { cutRings, unseenFocus } from './layout-checks.ts';
import { test } from './state.ts';
import { states } from './states.ts';

const MOST_STOPS = 120;

/** Presses Tab until the target has the focus. */
async function tabsTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`No way by keyboard to ${String(target)}`);
}

/** Types into a text box; in a list, this chooses the option that begins with the text. */
async function types(page: Page, name: string, text: string): Promise<void> {
  await tabsTo(page, page.locator(`[name=${name}]:not([type=hidden])`));
  await page.keyboard.type(text);
}

/** The beginning of an option's label, up to the first letter that is not on a keyboard. */
const beginning = (label = '') => /^[ -~]*/.exec(label)?.[0] ?? '';

/** Chooses a radio button of a group. `steps` counts from the first one. */
async function picks(page: Page, question: string, steps: number): Promise<void> {
  const options = page.getByRole('radiogroup', { name: question }).getByRole('radio');
  await tabsTo(page, options.first());
  await page.keyboard.press('Space');
  for (let step = 0; step < steps; step += 1) await page.keyboard.press('ArrowDown');
  await expect(options.nth(steps)).toBeChecked();
}

async function presses(page: Page, name: string): Promise<void> {
  await tabsTo(page, page.getByRole('button', { name, exact: true }));
  await page.keyboard.press('Enter');
}

test('from the first visit to the submitted application without a mouse @long', async ({ scene }) => {
  test.setTimeout(240_000);
  const { page, applicant, server } = scene;

  await test.step('skips to the form', async () => {
    await applicant.opens('/about');
    await tabsTo(page, page.getByRole('link', { name: 'Skip to the form' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
  });

  await test.step('fills About You', async () => {
    await types(page, 'first_name', 'Zoë');
    await types(page, 'last_name', 'Öztürk-O’Neill');
    await tabsTo(page, page.locator('#birth_date').getByLabel('Month'));
    await page.keyboard.type('2');
    await tabsTo(page, page.locator('#birth_date').getByLabel('Day'));
    await page.keyboard.type('29');
    await tabsTo(page, page.locator('#birth_date').getByLabel('Year'));
    await page.keyboard.type('1996');
    await types(page, 'gender', 'Female');
    await types(page, 'phone_mobile', '5705550188');
    await types(page, 'country', 'United States');
    await types(page, 'address_line_1', '12 Elm Street');
    await page.keyboard.press('Escape');
    await types(page, 'city', 'Scranton');
    await types(page, 'state', 'Pennsylvania');
    await types(page, 'zip', '18509');
    await types(page, 'citizenship_type', 'U.S. citizen');
    await picks(page, 'Are you a veteran of the U.S. armed forces?', 1);
    await presses(page, 'Continue');
  });

  await test.step('signs up, confirms and logs in, each card sent by Enter', async () => {
    await applicant.isAt('/signup');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await types(page, 'username', applicant.email);
    await types(page, 'password', PASSWORD);
    await page.keyboard.press('Enter');
    await applicant.isAt('/confirm');
    await types(page, 'code', await confirmationCodeFor(server, applicant.email));
    await page.keyboard.press('Enter');
    await applicant.isAt('/login');
    await types(page, 'password', PASSWORD);
    await page.keyboard.press('Enter');
    await applicant.isAt('/about');
    await applicant.hasAnswered('City', 'Scranton');
    await presses(page, 'Continue');
  });

  await test.step('fills Education', async () => {
    await applicant.isAt('/education');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await types(page, 'program_type', beginning(plainProgram['program_type_desc']));
    await types(page, 'applied_major', beginning(plainProgram['applied_major_desc']));
    await types(page, 'entry_term', beginning(laterTerm.label));
    await picks(page, `Have you attended ${tenant.name} before?`, 1);
    await types(page, 'college_name', 'University of Scranton');
    await page.keyboard.press('Escape');
    await types(page, 'college_degree', 'Bachelor of Science');
    await presses(page, 'Continue');
  });

  await test.step('agrees and submits', async () => {
    await applicant.isAt('/final-steps');
    await tabsTo(page, page.getByRole('checkbox', { name: tenant.texts.legalAgreement }));
    await page.keyboard.press('Space');
    await presses(page, 'Submit');
    await applicant.isAt('/completion');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await applicant.reads(tenant.texts.thankYou.heading.replace('{name}', 'Zoë'));
  });
});

test('a dialog keeps the focus, closes with Escape and gives the focus back', async ({ scene }) => {
  const { page, applicant } = scene;
  await applicant.opens('/about');
  await applicant.reads(tenant.texts.welcome.heading);
  await presses(page, 'Help');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  const hasFocus = () => dialog.evaluate((element) => element.contains(document.activeElement));
  await expect.poll(hasFocus).toBe(true);
  for (let stop = 0; stop < 6; stop += 1) {
    await page.keyboard.press('Tab');
    expect(await hasFocus()).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Help' })).toBeFocused();
});

test('the focus is visible on the banner, too, which has the color of other rings @slow', async ({
  scene,
}) => {
  const { page, applicant } = scene;
  await applicant.opens('/about');
  await tabsTo(page, page.locator('.welcome').getByRole('link').first());
  const { ring, ground } = await page.locator('.welcome a:focus-visible').evaluate((link) => ({
    ring: getComputedStyle(link).outlineColor,
    ground: getComputedStyle(link.closest('.welcome')!).backgroundColor,
  }));
  expect(ring).not.toBe(ground);
});

test('an offer does not hide the field that somebody types in, and can be postponed @long', async ({
  scene,
}) => {
  const { page } = scene;
  await page.setViewportSize({ width: 390, height: 600 });
  await states.find(({ name }) => name === 'offer of a new version')?.bring(scene);
  const field = page.getByLabel('First name', { exact: true });
  await expect(field).toBeFocused();
  const [offer, typedIn] = await Promise.all([
    page.locator('.ui-notice', { hasText: 'A new version' }).boundingBox(),
    field.boundingBox(),
  ]);
  const isClear =
    (typedIn?.y ?? 0) + (typedIn?.height ?? 0) <= (offer?.y ?? 0) ||
    (typedIn?.y ?? 0) >= (offer?.y ?? 0) + (offer?.height ?? 0);
  expect(isClear, JSON.stringify({ offer, typedIn })).toBe(true);

  await page.getByRole('button', { name: 'Later' }).click();
  await expect(page.getByRole('button', { name: 'Update' })).not.toBeInViewport();
  await expect(page.getByRole('main')).toBeFocused();
  await page.getByRole('button', { name: 'Update' }).scrollIntoViewIfNeeded();
  await expect(page.getByRole('button', { name: 'Update' })).toBeInViewport();
});

test('in a wide, low window nothing covers the focus, on the way down and back @long', async ({ scene }) => {
  const { page, applicant } = scene;
  await page.setViewportSize({ width: 844, height: 200 });
  await applicant.opens('/about');
  expect(await unseenFocus(page)).toEqual([]);
  expect(await unseenFocus(page, 'Shift+Tab')).toEqual([]);
});

for (const [index, width] of [320, 390, 768].entries()) {
  test(`the ring around a focused field is whole at ${width} px, in the card of a college too${index < 1 ? ' @slow' : ' @long'}`, async ({
    scene,
  }) => {
    const { page } = scene;
    await page.setViewportSize({ width, height: 844 });
    await states.find(({ name }) => name === 'Education with every question open')?.bring(scene);
    // Cards far from the screen are laid out later, and only then cut.
    await expect(page.locator('.ui-card').first()).toHaveCSS('content-visibility', 'auto');
    expect(await cutRings(page)).toEqual([]);
  });
}
