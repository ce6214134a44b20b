import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { PASSWORD } from '../virtual-applicant.ts';

const PATIENCE_MS = 60_000;

/** Somebody's phone: a browser that keeps its storage when it is closed. */
export class Device {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly #url: string;

  private constructor(context: BrowserContext, page: Page, url: string) {
    this.context = context;
    this.page = page;
    this.#url = url;
  }

  static async open(name: string, folder: string, url: string): Promise<Device> {
    const context = await chromium.launchPersistentContext(join(folder, name), {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-background-networking'],
      viewport: { width: 390, height: 844 },
    });
    context.setDefaultTimeout(PATIENCE_MS);
    const [page = await context.newPage()] = context.pages();
    return new Device(context, page, url);
  }

  async goesTo(path: string): Promise<void> {
    await this.page.goto(`${this.#url}${path}`);
    await this.page.locator('h1').waitFor();
  }

  async #logsIn(username: string): Promise<void> {
    await this.page.locator('[name=username]').fill(username);
    await this.page.locator('[name=password]').fill(PASSWORD);
    await this.page.getByRole('button', { name: 'Submit' }).click();
    await this.page.waitForURL(({ pathname }) => pathname !== '/login');
  }

  /** Opens the form, and logs in if the browser has kept no session. */
  async comesBack(username: string): Promise<void> {
    await this.goesTo('/about');
    await this.page.locator('main input').first().waitFor();
    if (await this.#isLoggedIn()) return;
    await this.goesTo('/login');
    await this.#logsIn(username);
  }

  async #isLoggedIn(): Promise<boolean> {
    return (await this.context.request.get(`${this.#url}/api/profile`)).ok();
  }

  async types(name: string, text: string): Promise<void> {
    await this.page.locator(`[name=${name}]`).fill(text);
  }

  async value(name: string): Promise<string> {
    return this.page.locator(`[name=${name}]`).inputValue();
  }

  async reads(text: RegExp): Promise<void> {
    await this.page.getByText(text).first().waitFor();
  }

  async workerIsReady(): Promise<void> {
    await this.page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  }

  /** What the account has. */
  async account(path: 'profile' | 'document-answer'): Promise<Record<string, Record<string, unknown>>> {
    const response = await this.context.request.get(`${this.#url}/api/${path}`);
    // oxlint-disable-next-line typescript/no-unsafe-return -- a wrong shape fails where it is read
    return response.json();
  }
}
