import { readFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { createServer } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { findBrowser } from '#server/adapters/printer/browser.ts';
import { adopt } from './hot-questions.ts';

test.each([
  ['a changed word', { label: 'First name' }, { label: 'Given name' }, true],
  ['a word that is gone', { label: 'ZIP', hint: 'Five digits.' }, { label: 'ZIP' }, true],
  ['a change inside', { elements: [{ label: 'ZIP' }] }, { elements: [{ label: 'ZIP code' }] }, true],
  ['a question more', { elements: [{ label: 'ZIP' }] }, { elements: [{ label: 'ZIP' }, {}] }, false],
])('%s', (_title, held, next, isAdopted) => {
  const elements = 'elements' in held ? held.elements : undefined;
  expect(adopt(held, next)).toBe(isAdopted);
  if (isAdopted) expect(held).toEqual(next);
  if ('elements' in held) expect(held.elements).toBe(elements);
});

test(
  'a label that a developer changes is on the screen without loading the page again',
  { tags: 'long' },
  async () => {
    const file = path.resolve(import.meta.dirname, '../src/form/about-you/names.ts');
    const before = readFileSync(file, 'utf8');
    let label = 'First name';
    // The file itself stays: other tests read it at the same time.
    const changed = {
      name: 'changed-label',
      enforce: 'pre' as const,
      load: (id: string) => (id === file ? before.replace("'First name'", `'${label}'`) : undefined),
    };
    const server = await createServer({
      plugins: [changed],
      logLevel: 'silent',
      server: { host: '127.0.0.1', port: 0, watch: null },
    });
    onTestFinished(() => server.close());
    await server.listen();
    const executablePath = findBrowser(process.env['CHROMIUM_PATH']);
    const browser = await chromium.launch({ executablePath: executablePath!, args: ['--no-sandbox'] });
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    await page.goto(`${server.resolvedUrls?.local[0]}about`);
    await page.getByLabel('First name', { exact: true }).fill('Ada');
    let numLoads = 0;
    page.on('load', () => (numLoads += 1));

    label = 'Given name';
    server.watcher.emit('change', file);
    await page.getByLabel('Given name', { exact: true }).waitFor();
    expect(await page.getByLabel('Given name', { exact: true }).inputValue()).toBe('Ada');
    expect(numLoads).toBe(0);
  },
);
