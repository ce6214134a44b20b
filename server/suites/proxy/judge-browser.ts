import { chromium } from 'playwright-core';
import { HOST } from './nginx.ts';

/** Opens the form over https in a browser, installs the worker, goes offline, and logs in. */
export async function judgeBrowser(
  url: string,
  { username, password }: { readonly username: string; readonly password: string },
): Promise<string[]> {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--ignore-certificate-errors',
      `--host-resolver-rules=MAP ${HOST}:443 127.0.0.1:${new URL(url).port}`,
    ],
  });
  try {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`https://${HOST}/about`);
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
    const manifest = await page.evaluate(
      'fetch(document.querySelector("link[rel=manifest]").href).then(({ status }) => status)',
    );
    await context.setOffline(true);
    await page.reload();
    await page.getByLabel('First name', { exact: true }).fill('Zoë');
    await context.setOffline(false);
    await page.goto(`https://${HOST}/login`);
    await page.getByLabel('E-mail address').fill(username);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Submit' }).click();
    await page
      .getByText(/Saved to your account|Which answer/)
      .first()
      .waitFor();
    const cookies = await context.cookies();
    return [
      ...(manifest === 200 ? [] : [`The manifest was answered by ${String(manifest)}.`]),
      ...(cookies.some(({ name, secure }) => name.startsWith('__Host-') && secure)
        ? []
        : ['The browser did not take the session cookie.']),
    ];
  } finally {
    await browser.close();
  }
}
