import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'playwright/test';
import type { TestServer } from './server.ts';

/** The newest mail to an address, decoded enough to be read by a person. */
export async function newestMailTo(server: TestServer, address: string, matching: RegExp): Promise<string> {
  let found = '';
  await expect
    .poll(
      async () => {
        const folder = path.join(server.dataDir, 'mail');
        const names = (await readdir(folder).catch(() => []))
          .filter((name) => name.endsWith('.eml'))
          .toSorted();
        for (const name of names.toReversed()) {
          const raw = await readFile(path.join(folder, name), 'utf8');
          if (!raw.toLowerCase().includes(`to: ${address.toLowerCase()}`)) continue;
          const text = raw
            .replace(/=\r?\n/g, '')
            .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
          if (matching.test(text)) {
            found = text;
            return true;
          }
        }
        return false;
      },
      { timeout: 20_000 },
    )
    .toBe(true);
  return found;
}

/** The six digits of the newest confirmation mail. */
export async function confirmationCodeFor(server: TestServer, address: string): Promise<string> {
  const mail = await newestMailTo(server, address, /\b\d{6}\b/);
  const body = mail.slice(mail.search(/\r?\n\r?\n/));
  const code = /\b(\d{6})\b/.exec(body)?.[1];
  if (code === undefined) throw new Error('The mail holds no code.');
  return code;
}
