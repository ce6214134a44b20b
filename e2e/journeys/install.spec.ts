import { expect, type Page } from 'playwright/test';
import { test } from '../support/test.ts';

const invitation = (page: Page) => page.getByRole('complementary', { name: 'Install' });

/** Does what a browser does when the page can be installed. */
async function browserOffers(page: Page): Promise<void> {
  await page.evaluate(() => {
    const offer = new Event('beforeinstallprompt', { cancelable: true });
    Object.assign(offer, { prompt: async () => document.body.setAttribute('data-prompted', String(true)) });
    dispatchEvent(offer);
    document.body.setAttribute('data-held-back', String(offer.defaultPrevented));
  });
}

test('invites once there is something to lose, and installs on demand @slow', async ({ page, applicant }) => {
  await applicant.opens('/about');
  await browserOffers(page);
  await expect(page.locator('body')).toHaveAttribute('data-held-back', 'true');
  await expect(invitation(page)).toBeHidden();
  await applicant.answers('First name', 'Zoë');
  await expect(invitation(page)).toContainText('without a network too');
  await invitation(page).getByRole('button', { name: 'Install' }).click();
  await expect(page.locator('body')).toHaveAttribute('data-prompted', 'true');
  await expect(invitation(page)).toBeHidden();
});

test('after a refusal, it does not ask again @long', async ({ page, applicant }) => {
  await applicant.opens('/about');
  await applicant.answers('First name', 'Zoë');
  await browserOffers(page);
  await invitation(page).getByRole('button', { name: 'Not now' }).click();
  await expect(invitation(page)).toBeHidden();
  await applicant.reads('Saved on this device');
  await page.reload();
  await applicant.hasAnswered('First name', 'Zoë');
  await page.waitForFunction(() => Reflect.get(globalThis, 'isTakenOver') === true);
  await browserOffers(page);
  await expect(page.locator('body')).toHaveAttribute('data-held-back', 'true');
  await applicant.answers('Last name', 'Lee');
  await applicant.reads('Saved on this device');
  await expect(invitation(page)).toBeHidden();
});

test('on an iPhone it names the two taps, and how to bring the answers along @long', async ({
  page,
  applicant,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(Object.getPrototypeOf(navigator), 'standalone', { get: () => false });
    Object.defineProperty(Object.getPrototypeOf(navigator), 'maxTouchPoints', { get: () => 5 });
  });
  await applicant.opens('/about');
  await applicant.answers('First name', 'Zoë');
  await expect(invitation(page)).toContainText('Add to Home Screen');
  await expect(invitation(page)).toContainText('save a copy of your answers');
  await expect(invitation(page).getByRole('button', { name: 'Install' })).toBeHidden();
});

test('the installed form invites nobody @long', async ({ page, applicant }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Object.getPrototypeOf(navigator), 'standalone', { get: () => true });
  });
  await applicant.opens('/about');
  await applicant.answers('First name', 'Zoë');
  await applicant.reads('Saved on this device');
  await expect(invitation(page)).toBeHidden();
});

test('the manifest has all that an installation shows @slow', async ({ page, server }) => {
  const manifest = await (await page.request.get(`${server.url}/manifest.webmanifest`)).json();
  expect(manifest).toMatchObject({ id: '/', scope: '/', start_url: '/about', display: 'standalone' });
  expect(manifest.shortcuts.map(({ url }: { url: string }) => url)).toEqual([
    '/about?chosen',
    '/education?chosen',
    '/final-steps?chosen',
  ]);
  const pictures: { src: string; sizes: string; type: string }[] = [
    ...manifest.icons,
    ...manifest.screenshots,
  ];
  for (const { src, sizes, type } of pictures) {
    const response = await page.request.get(`${server.url}${src}`);
    expect(response.headers()['content-type'], src).toBe(type);
    await page.goto(`${server.url}${src}`);
    const size = await page.evaluate(() => {
      const { naturalWidth, naturalHeight } = document.querySelector('img') ?? new Image();
      return `${naturalWidth}x${naturalHeight}`;
    });
    expect(size, src).toBe(sizes);
  }
  expect(manifest.screenshots.map(({ form_factor }: { form_factor: string }) => form_factor)).toEqual([
    'narrow',
    'wide',
  ]);
});
