import { defineConfig } from 'vitest/config';

const env = { TZ: 'America/New_York' };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'client',
          include: ['src/**/*.test.{ts,tsx}', 'sw/**/*.test.ts', 'scripts/**/*.test.ts'],
          env,
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          env,
          globalSetup: ['server/testing/global-setup.ts'],
        },
      },
    ],
  },
});
