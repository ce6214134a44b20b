import type { BrowserContext, Page } from 'playwright/test';
import type { Applicant } from '../support/applicant.ts';
import type { TestServer } from '../support/server.ts';
import { test as base } from '../support/test.ts';

/** An applicant in a browser, and the server that they use. */
export interface Scene {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly applicant: Applicant;
  readonly server: TestServer;
}

/** A state of the product that an applicant may meet. */
export interface State {
  /** What is visible, as a person would say it. */
  readonly name: string;
  /** The title in the browser's tab, without the name of the university. */
  readonly title: string;
  /** Brings a new page into this state, and waits until it is reached. */
  readonly bring: (scene: Scene) => Promise<void>;
  /** Rules of axe that complain wrongly about this state, with the reason. */
  readonly exempt?: { readonly rules: readonly string[]; readonly because: string };
}

export const test = base.extend<{ scene: Scene }>({
  scene: async ({ page, context, server, applicant }, use) => {
    await use({ page, context, server, applicant });
  },
});
