import { defineConfig } from 'playwright/test';

const isCi = process.env['CI'] !== undefined;

/** Real browser, real server: every worker starts a server of its own on a port of its own. */
export default defineConfig({
  testDir: '.',
  testMatch: 'journeys/**/*.spec.ts',
  outputDir: '../test-results',
  workers: 2,
  fullyParallel: false,
  forbidOnly: isCi,
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: isCi ? 'line' : 'list',
  use: {
    browserName: 'chromium',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    timezoneId: 'America/New_York',
    locale: 'en-US',
    actionTimeout: 15_000,
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
      ],
    },
  },
});
