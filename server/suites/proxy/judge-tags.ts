import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { startServer } from '#server/testing/process.ts';
import { Browser } from '../http.ts';
import { Mailbox } from '../mailbox.ts';
import type { Report, SuiteOptions } from '../report.ts';
import { PASSWORD, VirtualApplicant } from '../virtual-applicant.ts';
import { compressingProxies, missingSentence, startProxy } from './compressing-proxies.ts';

const ENCODINGS = ['identity', 'gzip', 'br', 'zstd', 'deflate', 'gzip, deflate, br, zstd'];

/**
 * Saves through each proxy that compresses JSON, and so changes the tag of the answers' version: by requests with each
 * encoding, with the received tag and with an old one, and in a browser.
 */
export async function judgeTags({ folder, say }: Pick<SuiteOptions, 'folder' | 'say'>): Promise<Report> {
  const dataDir = join(folder, 'tags');
  const server = startServer(dataDir, { TRUST_PROXY: '127.0.0.1', RATE_LIMIT_FACTOR: '100' });
  const violations: string[] = [];
  const skipped: string[] = [];
  let numChanged = 0;
  let numTried = 0;
  try {
    const address = await server.address();
    const mailbox = new Mailbox(dataDir);
    for (const [index, proxy] of compressingProxies.entries()) {
      const missing = missingSentence(proxy);
      if (missing !== undefined) {
        skipped.push(missing);
        continue;
      }
      const running = await startProxy(proxy, new URL(address).host, folder);
      try {
        const browser = new Browser(() => running.url);
        const applicant = new VirtualApplicant(`tags-${index}@example.com`, browser);
        await applicant.signUp(mailbox);
        const tags = new Set<string>();
        for (const encoding of ENCODINGS) {
          const read = () =>
            browser.send('GET', '/api/profile', { headers: { 'accept-encoding': encoding } });
          const save = (city: string, tag: string) =>
            browser.send('PUT', '/api/answer', {
              json: { answers: { city } },
              headers: { 'if-match': tag, 'accept-encoding': encoding },
            });
          const tag = (await read()).headers.etag ?? '';
          tags.add(tag.replace(/\d+/, '7'));
          const [first, old] = [await save(`By ${encoding}`, tag), await save('Late', tag)];
          if (first.status !== 200) violations.push(`${proxy.name}: a save over ${tag} got ${first.status}.`);
          if (old.status !== 412) violations.push(`${proxy.name}: an old ${tag} got ${old.status}.`);
        }
        violations.push(...(await judgePage(proxy.name, running.url, applicant)));
        const changed = [...tags].filter((tag) => tag !== '"7"');
        numTried += 1;
        if (changed.length > 0) numChanged += 1;
        say(`${proxy.name} ${running.version}: ${[...tags].join(', ')}.`);
      } finally {
        await running.stop();
      }
    }
  } finally {
    await server.stop('SIGTERM');
  }
  if (numTried > 0 && numChanged === 0) violations.push('No proxy has changed a tag: nothing was tried.');
  return { figures: { proxies: numTried, proxiesThatChangeTags: numChanged }, violations, skipped };
}

/** The form itself saves twice, the second time with the tag from the first response. */
async function judgePage(
  name: string,
  url: string,
  { username, browser }: VirtualApplicant,
): Promise<string[]> {
  const chrome = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  try {
    const page = await chrome.newPage();
    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.status() === 412) refused.push(response.url());
    });
    await page.goto(`${url}/login`);
    await page.getByLabel('E-mail address').fill(username);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Submit' }).click();
    for (const city of ['Erie', 'York']) {
      const saved = page.waitForResponse((response) => response.url().endsWith('/api/answer'));
      await page.getByLabel('City', { exact: true }).fill(city);
      await page.getByRole('button', { name: 'Save' }).click();
      await saved;
      await page
        .getByText(/^Saved to your account/)
        .first()
        .waitFor();
    }
    const { city } = (await browser.get('/api/profile')).body.answer;
    return [
      ...(city === 'York' ? [] : [`${name}: the form saved "${city}" in place of "York".`]),
      ...(refused.length === 0 ? [] : [`${name}: ${refused.length} saves of the form got a 412.`]),
    ];
  } finally {
    await chrome.close();
  }
}
