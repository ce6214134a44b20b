import { defineConfig } from 'vitest/config';

const env = { TZ: 'America/New_York' };
/** The one style sheet that leaves the server: on paper. */
const css = { include: [/service-view\.css/] };
/** Runs as another university: the condition of package.json chooses its folder. */
const secondTenantTest = 'src/testing/second-tenant.test.ts';

export default defineConfig({
  test: {
    // Many tests wait more than they work: with one worker less than there are cores, two cores would do one at a time.
    maxWorkers: 2,
    // A busy machine may make one wait too short; the report names what passed only the second time.
    retry: 1,
    projects: [
      {
        test: {
          name: 'client',
          include: ['src/**/*.test.{ts,tsx}', 'sw/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: [secondTenantTest],
          env,
          css,
          testTimeout: 20_000,
        },
      },
      {
        resolve: { conditions: ['tenant-meridian'] },
        ssr: { resolve: { conditions: ['tenant-meridian'] } },
        test: { name: 'second tenant', include: [secondTenantTest], env },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          exclude: ['server/suites/**'],
          env,
          css,
          globalSetup: ['server/testing/global-setup.ts'],
          testTimeout: 20_000,
        },
      },
      {
        // Short versions of what kills and floods whole servers: alone, after all others.
        test: {
          name: 'suites',
          include: ['server/suites/**/*.test.ts'],
          env,
          testTimeout: 180_000,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
