import type { BrowserContext, Page } from 'playwright/test';
import type { Applicant } from '../support/applicant.ts';
import type { TestServer } from '../support/server.ts';
import { test as base } from '../support/test.ts';

/** A person at a browser, and the server that they are at. */
export interface Scene {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly applicant: Applicant;
  readonly server: TestServer;
}

/** A state of the product that somebody may meet. */
export interface State {
  /** What is to be seen, as a person would say it. */
  readonly name: string;
  /** What the page is called in the browser's tab, before the name of the university. */
  readonly title: string;
  /** Brings a new page into this state, and waits until it is there. */
  readonly bring: (scene: Scene) => Promise<void>;
  /** What axe complains of although it is right, with the reason. */
  readonly exempt?: { readonly rules: readonly string[]; readonly because: string };
}

export const test = base.extend<{ scene: Scene }>({
  scene: async ({ page, context, server, applicant }, use) => {
    await use({ page, context, server, applicant });
  },
});
