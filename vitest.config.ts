import { defineConfig } from 'vitest/config';

const env = { TZ: 'America/New_York' };
/** The one style sheet that leaves the server: on paper. */
const css = { include: [/service-view\.css/] };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'client',
          include: ['src/**/*.test.{ts,tsx}', 'sw/**/*.test.ts', 'scripts/**/*.test.ts'],
          env,
          css,
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          env,
          css,
          globalSetup: ['server/testing/global-setup.ts'],
        },
      },
    ],
  },
});
