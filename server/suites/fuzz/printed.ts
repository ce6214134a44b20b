import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Report } from '../report.ts';
import type { VirtualApplicant } from '../virtual-applicant.ts';
import { printableStrings } from './naughty-strings.ts';

const KEYS = [
  'first_name',
  'middle_name',
  'last_name',
  'preferred_name',
  'previous_name',
  'address_line_1',
  'address_line_2',
  'city',
  'alumni_name',
] as const;
const NEEDED = ['/usr/bin/chromium-headless-shell', '/usr/bin/pdftotext'];
const RENDERER = join(import.meta.dirname, '../../../build/render.js');
const PATIENCE_MS = 60_000;
const POLL_MS = 300;

/** Checks that the PDF copy shows naughty answers as typed and never interprets them as markup. */
export async function judgePrinted(
  applicant: VirtualApplicant,
  folder: string,
): Promise<Omit<Report, 'figures'>> {
  const missing = [...NEEDED, RENDERER].filter((path) => !existsSync(path));
  if (missing.length > 0)
    return { violations: [], skipped: [`The PDF copy: ${missing.join(', ')} is missing.`] };
  const answers = Object.fromEntries(KEYS.map((key, index) => [key, printableStrings[index] ?? '']));
  const cleared = { country: 'USA', ...answers };
  await applicant.insist('PUT', '/api/answer', { answers: cleared });
  const pdf = await copyOf(applicant);
  if (pdf === undefined) return { violations: ['The PDF copy of naughty answers was not made.'] };
  const file = join(folder, 'copy.pdf');
  writeFileSync(file, pdf);
  const text = squeeze(execFileSync('/usr/bin/pdftotext', ['-raw', file, '-'], { encoding: 'utf8' }));
  return {
    violations: Object.entries(answers)
      .filter(([, value]) => !text.includes(squeeze(value)))
      .map(([key, value]) => `The PDF copy does not show ${key} as ${JSON.stringify(value)}.`),
  };
}

async function copyOf({ browser }: VirtualApplicant): Promise<Buffer | undefined> {
  for (const until = performance.now() + PATIENCE_MS; performance.now() < until; await sleep(POLL_MS)) {
    const { body } = await browser.get('/api/pdf');
    if (body?.status === 'FAILED') return undefined;
    if (body?.status !== 'COMPLETED') continue;
    const { pathname, search } = new URL(body.url, 'http://localhost');
    return (await browser.get(`${pathname}${search}`)).raw;
  }
  return undefined;
}

/** Removes white space, because the printer decides where lines break. */
function squeeze(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, '');
}
