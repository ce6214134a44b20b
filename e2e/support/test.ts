import { test as base } from 'playwright/test';
import { Applicant } from './applicant.ts';
import { startServer, type TestServer } from './server.ts';

/** Tests with an applicant in a browser. Each worker has one server, and each applicant an address of their own. */
export const test = base.extend<{ applicant: Applicant }, { server: TestServer }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads the names of the fixtures from this pattern
    async ({}, use) => {
      // All applicants of a worker have one network address.
      const server = await startServer({ RATE_LIMIT_FACTOR: '10' });
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  applicant: async ({ page, server }, use) => {
    await use(new Applicant(page, server));
  },
});
