import { defineConfig } from 'playwright/test';
import { notInQuarantine } from '#testing/quarantine.node.ts';
import type { EngineOptions } from './engines/test.ts';
import { launchOptions } from './support/chromium.ts';

const isCi = process.env['CI'] !== undefined;
/** Without, those that are installed run a few tests beside the others. */
const isAllEngines = process.env['ENGINES'] === 'all';
/** Chromium 109 is the last one for Windows 7 and 8. Safari's is WebKit without what came later. */
const oldest: readonly EngineOptions['engine'][] = isAllEngines
  ? ['chromium-92', 'chromium-103', 'chromium-109', 'safari-15.4']
  : ['chromium-109'];
const GALLERY_URL = 'http://127.0.0.1:3141/src/testing/gallery/gallery.html';

/** Real browser, real server: every worker starts a server of its own on a port of its own. */
export default defineConfig<object, EngineOptions>({
  testDir: '.',
  outputDir: '../test-results',
  // Tests wait more than they work, as the unit tests do.
  workers: 3,
  fullyParallel: false,
  forbidOnly: isCi,
  grep: notInQuarantine(),
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: [[isCi ? 'line' : 'list'], ['./support/slow-tests.ts']],
  projects: [
    // They take long, and nothing else would run beside them at the end. One worker of each starts one server.
    { name: 'firefox', testDir: 'engines', use: { engine: 'firefox' }, ...(!isAllEngines && { workers: 1 }) },
    { name: 'webkit', testDir: 'engines', use: { engine: 'webkit' }, ...(!isAllEngines && { workers: 1 }) },
    ...oldest.map((engine) => ({
      name: engine,
      testDir: 'engines',
      testMatch: /(road|keeping|files)\.spec\.ts$/,
      use: { engine },
      ...(!isAllEngines && { workers: 1 }),
    })),
    { name: 'faults', testDir: 'faults', ...(!isAllEngines && { workers: 1 }) },
    { name: 'widgets', testDir: 'widgets' },
    {
      name: 'journeys',
      testDir: 'journeys',
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    { name: 'access', testDir: 'access', fullyParallel: true },
  ],
  webServer: {
    command:
      'vite build -c scripts/gallery.config.ts --logLevel error && vite preview -c scripts/gallery.config.ts --port 3141 --strictPort --host 127.0.0.1 --logLevel error',
    cwd: '..',
    env: { NODE_ENV: 'development' },
    url: GALLERY_URL,
    reuseExistingServer: !isCi,
  },
  use: {
    browserName: 'chromium',
    timezoneId: 'America/New_York',
    locale: 'en-US',
    actionTimeout: 15_000,
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions,
  },
});
