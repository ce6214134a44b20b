import { expect } from 'playwright/test';
import { test } from '../support/test.ts';

for (const { mark, remove } of [
  { mark: 'Array.prototype.at', remove: 'delete Array.prototype.at' },
  { mark: 'TransformStream', remove: 'delete window.TransformStream' },
])
  for (const path of ['/about', '/reset'])
    test(`without ${mark}, ${path} says that the browser is too old, and never that it saves @slow`, async ({
      page,
      server,
    }) => {
      await page.addInitScript(remove);
      await page.goto(`${server.url}${path}`);
      await expect(page.getByRole('alert')).toContainText('This browser is too old');
      await expect(page.getByRole('alert')).toBeInViewport();
      await expect(page.getByRole('textbox')).toHaveCount(0);
      await expect(page.getByText(/Saving|Saved/).filter({ visible: true })).toHaveCount(0);
    });
