import { expect, test, type Page } from 'playwright/test';
import { startStaticHost } from '../support/static-host.ts';
import { workerIsReady } from '../support/worker.ts';

function listensForRefusals(page: Page): string[] {
  const refusals: string[] = [];
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) refusals.push(message.text());
  });
  return refusals;
}

const pages = [
  { isPrerendered: true, given: 'the prerendered page' },
  { isPrerendered: false, given: 'index.html' },
];
for (const { isPrerendered, given } of pages) {
  test(`on a host that allows only script files and gives ${given}, letters are kept, on later visits too @long`, async ({
    page,
  }) => {
    const host = await startStaticHost(isPrerendered);
    const refusals = listensForRefusals(page);
    const field = (name: string) => page.locator(`[name=${name}]`);
    const isSaved = () => expect(page.getByText(/Saved on this device/).first()).toBeVisible();

    await page.goto(`${host.url}/about`, { waitUntil: 'commit' });
    await field('first_name').pressSequentially('Zoë');
    await isSaved();
    await workerIsReady(page);

    const again = await page.reload();
    expect(again?.fromServiceWorker()).toBe(true);
    expect(await page.locator('html').getAttribute('data-prerendered-on')).not.toBeNull();
    await expect(field('first_name')).toHaveValue('Zoë');
    await field('last_name').pressSequentially('Ng');
    await isSaved();

    await page.goto(`${host.url}/about`);
    await expect(field('first_name')).toHaveValue('Zoë');
    await expect(field('last_name')).toHaveValue('Ng');
    expect(refusals).toEqual([]);
    await host.stop();
  });
}
