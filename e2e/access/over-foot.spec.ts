import { expect, type Locator, type Page } from 'playwright/test';
import { tenant } from '#tenant/tenant.ts';
import { drawn } from './drawn.ts';
import { unseenFocus } from './layout-checks.ts';
import { type Scene, test } from './state.ts';
import { states } from './states.ts';

const sizes = [
  // 1280 px at 400 %.
  { width: 320, height: 256 },
  { width: 390, height: 844 },
  { width: 320, height: 568 },
  { width: 1280, height: 720 },
];

const toasts = (page: Page): Locator => page.getByRole('alertdialog');

/** Does three things that a server refuses, so that three toasts show, the last of them on Final Steps. */
async function bringsThreeToasts({ page, applicant }: Scene): Promise<void> {
  await applicant.hasACompleteDraft();
  for (const call of ['add-another', 'tabs', 'submit'])
    await page.route(`**/api/${call}`, async (route) => {
      if (route.request().method() === 'GET') return route.continue();
      return route.fulfill({ status: 422, json: { message: 'Not now.' } });
    });
  await applicant.opens('/education');
  await applicant.presses('Add another college');
  await expect(toasts(page)).toHaveCount(1);
  await page.getByRole('tab', { name: 'Describe your experience' }).click();
  await expect(toasts(page)).toHaveCount(2);
  await page.getByRole('navigation').getByRole('link', { name: 'Final Steps' }).first().click();
  await applicant.isAt('/final-steps');
  await applicant.presses('Submit');
  await expect(toasts(page)).toHaveCount(3);
}

/** True if the center and the corners of the focused element are visible and not covered. */
function isFocusWhole(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (focused === null || focused === document.body) return false;
    const { left, top, width, height } = focused.getBoundingClientRect();
    return [0.1, 0.5, 0.9].every((x) =>
      [0.1, 0.5, 0.9].every((y) => {
        const hit = document.elementFromPoint(left + width * x, top + height * y);
        return hit !== null && focused.contains(hit);
      }),
    );
  });
}

function isUnderAToast(button: Element): boolean {
  const { left, top, width, height } = button.getBoundingClientRect();
  return [0, 0.5, 1].some((y) => {
    const hit = document.elementFromPoint(left + width / 2, top + 1 + (height - 2) * y);
    return hit !== null && hit.closest('.ui-toast-region') !== null;
  });
}

for (const { width, height } of sizes) {
  test(`three toasts hide no focus at ${width} × ${height} px, not even at the end of the page @long`, async ({
    scene,
  }) => {
    const { page } = scene;
    await page.setViewportSize({ width, height });
    await bringsThreeToasts(scene);
    expect(await unseenFocus(page)).toEqual([]);

    for (const name of ['Save', 'Submit', tenant.texts.privacy]) {
      await page.getByRole('button', { name, exact: true }).focus();
      await expect.poll(() => isFocusWhole(page), { message: name }).toBe(true);
    }
  });
}

test('the toast covers no main button, wherever the page has been scrolled to @long', async ({ scene }) => {
  const { page, applicant } = scene;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.route('**/api/pdf', (route) =>
    route.fulfill({ json: { status: 'FAILED', url: '', message: 'The printer is out of order.' } }),
  );
  await applicant.comesLoggedIn('/final-steps');
  await applicant.presses('Get a PDF copy');
  await expect(toasts(page)).toBeVisible();
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  const covered: string[] = [];
  const end = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  for (let up = 0; up < 700; up += 20) {
    await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), end - up);
    await drawn(page);
    for (const name of ['Save', 'Submit']) {
      const button = page.getByRole('button', { name, exact: true });
      if (await button.evaluate(isUnderAToast)) covered.push(`${name}, ${up} px above the end`);
    }
  }
  expect(covered).toEqual([]);
});

test('the newest toast shows in full, the others once they have the focus @long', async ({ scene }) => {
  const { page } = scene;
  await page.setViewportSize({ width: 390, height: 844 });
  await bringsThreeToasts(scene);
  const areWhole = () =>
    toasts(page).evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height > 60));
  await expect.poll(areWhole).toEqual([true, false, false]);

  await page.keyboard.press('F8');
  await expect.poll(areWhole).toEqual([true, true, true]);
  await toasts(page).last().getByRole('button', { name: 'Close' }).press('Enter');
  await expect.poll(areWhole).toEqual([true, true]);

  // A mouse click returns the focus to the page.
  for (const left of [[true], []]) {
    await toasts(page).first().getByRole('button', { name: 'Close' }).click();
    await expect.poll(areWhole).toEqual(left);
  }
});

test('a toast is above the offer of a new version, and does not cover its buttons @long', async ({
  scene,
}) => {
  const { page } = scene;
  await page.setViewportSize({ width: 390, height: 844 });
  await states.find(({ name }) => name === 'offer of a new version')?.bring(scene);
  await scene.applicant.presses('Account');
  await scene.applicant.presses('Use as a shared computer');
  await expect(toasts(page)).toBeVisible();
  await page.getByRole('button', { name: 'Later' }).focus();
  await expect.poll(async () => (await toasts(page).count()) === 1 && (await isFocusWhole(page))).toBe(true);
});

test('what is over the foot ends with the column, and the footer with the page @long', async ({ scene }) => {
  const { page } = scene;
  await bringsThreeToasts(scene);
  for (const width of [768, 1280]) {
    await page.setViewportSize({ width, height: 1024 });
    await drawn(page);
    const column = page.locator(width > 1000 ? '.form-body' : '.form-section').first();
    const ends = [toasts(page).first(), column].map((part) =>
      part.evaluate((element) => Math.round(element.getBoundingClientRect().right)),
    );
    const [toast, text] = await Promise.all(ends);
    expect(toast).toBe(text);
    const below = page
      .getByRole('contentinfo')
      .evaluate(
        (footer) => document.documentElement.scrollHeight - scrollY - footer.getBoundingClientRect().bottom,
      );
    expect(Math.abs(await below)).toBeLessThan(1);
  }
});
