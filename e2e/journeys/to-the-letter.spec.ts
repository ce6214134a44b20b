import { expect } from 'playwright/test';
import { test } from '../support/test.ts';

// Sentences of the specification that no other journey shows.

test('the first page of a visit loads no script of another screen @slow', async ({ request, server }) => {
  const scriptsOf = async (path: string) => {
    const html = await (await request.get(`${server.url}${path}`)).text();
    return new Set([...html.matchAll(/assets\/([a-z-]+)-[\w-]{6}\.js/g)].map(([, name]) => name));
  };
  const about = await scriptsOf('/about');
  for (const screen of ['education', 'final-steps', 'login', 'signup', 'confirm', 'forgot']) {
    expect(await scriptsOf(`/${screen}`), screen).toContain(screen);
    expect(about, screen).not.toContain(screen);
  }
});

test('a card that breaks shows the error screen of its group, and the form still opens @slow', async ({
  page,
  applicant,
}) => {
  await page.route(/\/assets\/forgot-[\w-]+\.js$/, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'export function Component() { throw new Error("Broken."); }',
    }),
  );
  await applicant.opens('/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await applicant.reads('Something went wrong.');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Log In' })).toBeVisible();
  await applicant.opens('/about');
  await expect(page.getByRole('heading', { level: 1, name: 'About You' })).toBeVisible();
});

test('errors of answers show only once the application is being validated', async ({ page, applicant }) => {
  await applicant.comesLoggedIn('/about');
  const name = page.locator('[name=first_name]');
  const messages = page.locator('#first_name .ui-messages');
  await name.fill('Zoë');
  await name.fill('');
  await name.blur();
  await applicant.presses('Save');
  await applicant.reads(/^Saved to your account/);
  await expect(messages).toHaveCount(0);
  await expect(page.locator('#error-summary')).toHaveCount(0);
  await applicant.presses('Continue');
  await applicant.isAt('/education');
  await page.getByRole('navigation').getByRole('link', { name: 'Final Steps' }).click();
  await applicant.presses('Submit');
  await applicant.isAt('/about');
  await expect(messages).toHaveText('Please enter your first name.');
  await expect(page.locator('#error-summary')).toBeVisible();
});

test('Save does not count as a change of page, and Continue does @slow', async ({ page, applicant }) => {
  await applicant.comesLoggedIn('/about');
  const welcome = page.locator('.welcome');
  await expect(welcome).toBeVisible();
  await applicant.answers('City', 'Erie');
  await applicant.presses('Save');
  await applicant.reads(/^Saved to your account/);
  await expect(welcome).toBeVisible();
  await applicant.presses('Continue');
  await applicant.isAt('/education');
  await expect(welcome).toHaveCount(0);
  await page.getByRole('navigation').getByRole('link', { name: 'About You' }).click();
  await applicant.hasAnswered('City', 'Erie');
  await expect(welcome).toHaveCount(0);
});

const cards: readonly {
  path: string;
  filled: Readonly<Record<string, string>>;
  live: readonly string[];
}[] = [
  { path: '/login', filled: { username: 'nobody', password: '' }, live: [] },
  { path: '/signup', filled: { username: 'nobody' }, live: ['username'] },
  { path: '/confirm', filled: { username: 'nobody', code: '12' }, live: ['code'] },
  { path: '/forgot', filled: { username: 'nobody' }, live: ['username'] },
];
for (const { path, filled, live } of cards)
  test(`before Submit, ${path} checks ${live.join(', ') || 'nothing'} of what is typed @slow`, async ({
    page,
    applicant,
  }) => {
    await applicant.opens(path);
    for (const [name, text] of Object.entries(filled)) {
      await page.locator(`[name=${name}]`).fill(text);
      await page.locator(`[name=${name}]`).blur();
    }
    for (const name of Object.keys(filled)) {
      const invalid = page.locator(`[name=${name}][aria-invalid=true]`);
      await expect(invalid, name).toHaveCount(live.includes(name) ? 1 : 0);
    }
  });

test('before Submit, /reset checks the password, and whether both are alike @slow', async ({
  page,
  applicant,
}) => {
  await applicant.opens('/reset?username=ann@example.org&id=x');
  const rule = (text: string) => page.locator('[data-state]', { hasText: text });
  const [long, alike] = [rule('is at least 12 characters'), rule('passwords must match')];
  for (const item of [long, alike]) await expect(item).toHaveAttribute('data-state', 'inactive');
  await page.locator('[name=password]').fill('Correct horse 7 battery!');
  await expect(long).toHaveAttribute('data-state', 'success');
  await page.locator('[name=confirm_password]').fill('Correct');
  await expect(alike).toHaveAttribute('data-state', 'error');
  await page.locator('[name=confirm_password]').fill('Correct horse 7 battery!');
  await expect(alike).toHaveAttribute('data-state', 'success');
});
