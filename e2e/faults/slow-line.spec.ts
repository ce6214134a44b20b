import { expect, test as base } from 'playwright/test';
import { Applicant } from '../support/applicant.ts';
import { choose } from '../support/documents.ts';
import { largePdfFile, pdfFile } from '../support/files.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { SlowLine } from './slow-line.ts';

let server: TestServer;
base.beforeAll(async () => {
  server = await startServer();
});
base.afterAll(async () => {
  await server.stop();
});

interface Uploads {
  begun: number;
  lost: number;
  /** How long the last one has taken. */
  ms: number;
}

const test = base.extend<{ line: SlowLine; applicant: Applicant; uploads: Uploads }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
  line: async ({}, use) => {
    const line = new SlowLine(server.url);
    await line.start();
    await use(line);
    await line.stop();
  },
  /** On Education, with a page whose waits of one to ten minutes take a sixtieth. The line is slow in real time. */
  applicant: async ({ page, line }, use) => {
    await page.addInitScript(() => {
      const wait = globalThis.setTimeout;
      const hurried = (run: () => void, ms = 0) => wait(run, ms >= 60_000 && ms < 600_000 ? ms / 60 : ms);
      Object.assign(globalThis, { setTimeout: hurried });
    });
    const applicant = new Applicant(page, { ...server, url: line.url });
    await applicant.comesLoggedIn('/education');
    await use(applicant);
  },
  uploads: async ({ page, applicant: _ }, use) => {
    const uploads = { begun: 0, lost: 0, ms: 0 };
    let begunAt = 0;
    page.on('request', (request) => {
      if (!request.url().includes('/storage/')) return;
      uploads.begun += 1;
      begunAt = performance.now();
    });
    page.on('requestfinished', (request) => {
      if (request.url().includes('/storage/')) uploads.ms = performance.now() - begunAt;
    });
    page.on('requestfailed', (request) => {
      if (request.url().includes('/storage/')) uploads.lost += 1;
    });
    await use(uploads);
  },
});

/** One megabyte takes three and a half minutes of the page's time, and may take nine and a half. */
const SLOW_BYTES_PER_SECOND = 300_000;

test('a file over a slow line is attached at the first attempt @slow', async ({ page, line, uploads }) => {
  const file = await largePdfFile();
  line.bytesPerSecond = SLOW_BYTES_PER_SECOND;
  const transcript = page.locator('#college_transcript');
  await choose(transcript, file);
  await expect(transcript.getByText(/^Attached/)).toBeVisible({ timeout: 60_000 });
  expect(uploads).toMatchObject({ begun: 1, lost: 0 });
  expect(uploads.ms).toBeGreaterThan((file.buffer.length / SLOW_BYTES_PER_SECOND) * 900);
});

test('a file over a dead line is given up, and attached once the line is back @long', async ({
  page,
  line,
  uploads,
}) => {
  line.bytesPerSecond = 0;
  const transcript = page.locator('#college_transcript');
  await choose(transcript, await pdfFile());
  await expect.poll(() => uploads.lost, { timeout: 30_000 }).toBe(1);
  line.bytesPerSecond = SLOW_BYTES_PER_SECOND;
  await expect(transcript.getByText(/^Attached/)).toBeVisible({ timeout: 60_000 });
});
