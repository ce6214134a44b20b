import { test as base, type BrowserContext, type Page } from 'playwright/test';
import { Applicant } from '../support/applicant.ts';
import { startServer, type TestServer } from '../support/server.ts';

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

/** Tests with a server per worker, since no state needs one to itself. */
export const test = base.extend<{ scene: Scene }, { server: TestServer }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads the names of the fixtures off the pattern
    async ({}, use) => {
      const server = await startServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  scene: async ({ page, context, server }, use) => {
    await use({ page, context, server, applicant: new Applicant(page, server) });
  },
});
