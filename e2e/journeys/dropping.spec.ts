import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Locator, type Page } from 'playwright/test';
import { test } from '../support/test.ts';

/** Drops a file or a folder as a hand does. */
async function drops(page: Page, what: string, on: Locator): Promise<void> {
  await on.scrollIntoViewIfNeeded();
  const box = await on.boundingBox();
  if (box === null) throw new Error('It is not shown.');
  const session = await page.context().newCDPSession(page);
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const data = { items: [], files: [what], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, ...at, data });
  await session.detach();
}

/** The test browser opens no dropped file. Others do, unless the page refuses it. */
async function isRefused(page: Page, file: string, on: Locator): Promise<boolean> {
  const refused = page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        addEventListener('dragover', (event) => resolve(event.defaultPrevented), { once: true });
      }),
  );
  await drops(page, file, on);
  return refused;
}

test('a file that is dropped beside its place changes nothing, and a folder is named as one @slow', async ({
  page,
  applicant,
}) => {
  await applicant.comesLoggedIn('/education');
  await page.goto(`${page.url()}?chosen`);
  const folder = await mkdtemp(path.join(tmpdir(), 'my-transcripts-'));
  const file = path.join(folder, 'transcript.txt');
  await writeFile(file, 'A');
  const zone = page.locator('#college_transcript-zone');
  await expect(zone).toBeVisible();
  expect(await isRefused(page, file, page.locator('h1'))).toBe(true);
  await drops(page, folder, zone);
  await applicant.reads(`“${path.basename(folder)}” is a folder. Please choose a file in it.`);
  await applicant.isAt('/education');
  await drops(page, file, zone);
  await applicant.reads('This type of file cannot be read.');
});

test('a file that is dropped before there is an account leaves the form where it is @slow', async ({
  page,
  applicant,
}) => {
  await applicant.opens('/education');
  await page.locator('[data-rests]').first().waitFor({ state: 'attached' });
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'my-transcripts-')), 'transcript.pdf');
  await writeFile(file, '%PDF-');
  const question = page.getByText('This question can be finished once you have created an account.').first();
  expect(await isRefused(page, file, question)).toBe(true);
});
