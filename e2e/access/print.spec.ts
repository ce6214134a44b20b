import { expect, type Page } from 'playwright/test';
import sharp from 'sharp';
import { completion } from '#tenant/completion.ts';
import { help } from '#tenant/help.ts';
import { tenant } from '#tenant/tenant.ts';
import { TEXT_MAX_CHARS } from '#limits.ts';
import { completeAnswers } from '../support/complete-answers.ts';
import { printOf, printedSheets } from './picture.ts';
import { papers } from './pictured.ts';
import { type Scene, test } from './state.ts';
import { states } from './states.ts';

const printed = [
  'About You with every question open',
  'submitted',
  'errors on Education',
  'read-only service view',
];

/** The part of the sheet that is nearly white, from 0 to 1, and the darkest shade, of 255. */
async function shadesOf(sheet: Buffer): Promise<{ readonly white: number; readonly darkest: number }> {
  const shades = await sharp(sheet).removeAlpha().greyscale().raw().toBuffer();
  const white = shades.filter((shade) => shade > 240).length / shades.length;
  return { white, darkest: shades.reduce((least, shade) => Math.min(least, shade), 255) };
}

async function printsIn(page: Page, colorScheme: 'light' | 'dark', paper: (typeof papers)[number]) {
  await page.emulateMedia({ colorScheme });
  return printOf(page, paper);
}

const bring = (scene: Scene, name: string) => states.find((state) => state.name === name)?.bring(scene);

for (const [index, name] of printed.entries()) {
  test(`${name}: printed from a dark screen, it is still dark on white${index < 1 ? ' @slow' : ' @long'}`, async ({
    scene,
  }) => {
    const { page } = scene;
    await bring(scene, name);
    // An element under the mouse has another shade.
    await page.mouse.move(0, 0);
    for (const paper of papers) {
      const light = await printsIn(page, 'light', paper);
      const dark = await printsIn(page, 'dark', paper);
      const { white, darkest } = await shadesOf(dark);
      expect(white).toBeGreaterThan(0.75);
      expect(darkest).toBeLessThan(90);
      expect(dark.equals(light), 'as printed from a light screen').toBe(true);
    }
  });
}

const covered = [
  { name: 'help', over: help.heading },
  { name: 'two devices that differ', over: 'Which answer should we keep?' },
  { name: 'account menu', over: 'Logged in as' },
];
for (const [index, { name, over }] of covered.entries()) {
  test(`${name}: the form is printed without its overlays${index < 1 ? ' @slow' : ' @long'}`, async ({
    scene,
  }) => {
    await bring(scene, name);
    await scene.applicant.reads(over);
    const sheets = (await printedSheets(scene.page)).join();
    expect(sheets).toContain('How we reach you');
    expect(sheets).not.toContain(over);
  });
}

test('neither the sheet of sections nor the focus ring is on the printed form @long', async ({ scene }) => {
  const { page, applicant } = scene;
  await page.setViewportSize({ width: 768, height: 1024 });
  await applicant.opens('/about');
  const name = page.getByLabel('First name', { exact: true });
  await name.focus();
  await page.emulateMedia({ media: 'print' });
  await expect(name).toHaveCSS('outline-style', 'none');
  await page.emulateMedia({ media: null });
  await page.getByRole('button', { name: /Sections of this page/ }).click();
  await expect(page.getByText(/required answered on this page/)).toBeVisible();
  expect((await printedSheets(page)).join()).not.toContain('required answered');
});

test('a long text is printed whole, begins beside its label, and an empty file box says so', async ({
  scene,
}) => {
  const { page, applicant } = scene;
  await applicant.hasASession();
  const words = Array.from({ length: 700 }, (_, index) => `word${index}`);
  await applicant.calls('PUT', '/api/answer', {
    answers: {
      ...completeAnswers,
      employ_experience: words.join(' '),
    },
  });
  await applicant.opens('/education');
  await page.getByRole('tab', { name: 'Describe your experience' }).click();
  const experience = page.locator('[name=employ_experience]');
  await expect(experience).toHaveValue(/word699$/);
  await expect(page.getByText('drop it here').first()).toBeAttached();
  const sheets = await printedSheets(page);
  const label = 'Your work experience';
  expect(sheets.find((sheet) => sheet.includes(label))).toContain('word0 ');
  expect(sheets.join().match(/word\d+/g)).toEqual(words);
  expect(sheets.join()).not.toMatch(/characters|drop it here/);
  expect(sheets.join()).toContain('No file');
});

test('a printed receipt names the applicant and the university @long', async ({ scene }) => {
  await bring(scene, 'submitted');
  const [sheet = ''] = await printedSheets(scene.page);
  expect(sheet).toContain(completion.heading);
  expect(sheet).toContain(tenant.name);
  expect(sheet).toContain(`${completeAnswers['first_name']} ${completeAnswers['last_name']}`);
});

test('no printed sheet ends with the introduction of a section, or begins with the rest of a box @long', async ({
  scene,
}) => {
  await bring(scene, 'errors on Education');
  const sheets = await printedSheets(scene.page);
  const ends = sheets.map((sheet) => sheet.trim().split('\n').at(-1));
  expect(ends).not.toContain('List every college you have attended, the latest first.');
  await scene.page.emulateMedia({ media: 'print' });
  await expect(scene.page.locator('#error-summary')).toHaveCSS('border-block-end-width', '0px');
});

/** The width of a Letter sheet between the browser's margins, in px of a sheet. */
const SHEET_PX = 718;

test('what is typed in one line is printed whole @slow', async ({ scene }) => {
  const { page, applicant } = scene;
  const wide = 'Wm'.repeat(30).slice(0, TEXT_MAX_CHARS);
  await applicant.hasADraft({
    ...completeAnswers,
    first_name: wide,
    zip: wide,
    college_name: wide,
    college_zip: wide,
    alumni_email: `${wide.slice(12)}@example.org`,
  });
  for (const path of ['/education', '/final-steps', '/about']) {
    await page.emulateMedia({ media: null });
    await applicant.opens(`${path}?chosen`);
    await applicant.reads(/Saved to your account/);
    if (path === '/about') await applicant.answers('Month', 'September or so');
    await page.setViewportSize({ width: SHEET_PX, height: 1000 });
    await page.emulateMedia({ media: 'print' });
    const cut = await page
      .locator('input.ui-input:visible')
      .evaluateAll((inputs: HTMLInputElement[]) =>
        inputs.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ name }) => name),
      );
    expect(cut).toEqual([]);
  }
});
