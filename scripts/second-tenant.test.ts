import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { securityEmail } from '#tenant/security-email.ts';
import { tenant } from '#tenant/tenant.ts';
import { pageDescription, texts } from '#tenant/texts.ts';
import { tenant as second } from '#testing/tenant-meridian/tenant.ts';
import { pageDescription as descriptionOfTheSecond } from '#testing/tenant-meridian/texts.ts';

const BUILD_TIMEOUT_MS = 120_000;
const folder = mkdtempSync(join(tmpdir(), 'second-tenant-'));
const isText = (path: string) => /\.(html|js|css|json|svg|txt|webmanifest)$/.test(path);

/** All strings in a value, at any depth. */
function sentencesOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(sentencesOf) : [];
}

/** Texts that only the first university has. A short one, such as “Help”, may belong to any. */
const TELLING_CHARS = 40;
const names = [
  ...[tenant.name, tenant.helpEmail, securityEmail, tenant.helpPhone, tenant.identityCookiePrefix],
  ...[tenant.websiteUrl, tenant.internationalPortal.url],
  ...[pageDescription, ...sentencesOf(texts)].filter(({ length }) => length >= TELLING_CHARS),
].filter((name) => ![...sentencesOf(second), descriptionOfTheSecond].includes(name));

function textsBelow(root: string): readonly { readonly path: string; readonly text: string }[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => isText(path) && statSync(join(root, path)).isFile())
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

beforeAll(() => {
  execFileSync(process.execPath, ['--conditions=tenant-meridian', 'scripts/build-tenant.ts', folder]);
}, BUILD_TIMEOUT_MS);

afterAll(() => rmSync(folder, { recursive: true }));

test('the client is built for the second university', () => {
  const texts = textsBelow(folder);
  expect(
    texts.some(({ path, text }) => path.endsWith('.js') && text.includes('Meridian State University')),
  ).toBe(true);
  expect(readFileSync(join(folder, 'manifest.webmanifest'), 'utf8')).toContain('Meridian State University');
});

test('the page describes the second university to search engines', () => {
  expect(readFileSync(join(folder, 'index.html'), 'utf8')).toContain(
    `<meta name="description" content="${descriptionOfTheSecond}">`,
  );
});

test.each(names)('nothing of it says “%s”', (name) => {
  expect(textsBelow(folder).flatMap(({ path, text }) => (text.includes(name) ? [path] : []))).toEqual([]);
});

const escape = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

const majors = tenant.programs.flatMap((program) => program.majors);
const concentrations = majors.flatMap((major) => major.concentrations ?? []);
const own = [...tenant.programs, ...majors, ...concentrations, ...tenant.entryTerms]
  .map(({ value }) => value)
  .filter((code) => !sentencesOf(second).includes(code));

// A university that began as a copy of the second one has no code of its own yet.
test.skipIf(own.length === 0)('nothing outside its folder chooses a program of the first university', () => {
  // Only beside the key of its question: a code such as MA may mean something else elsewhere.
  const keys = 'program_type|applied_major|applied_concentration|entry_term';
  const pattern = new RegExp(String.raw`\b(${keys})'?[:,] *\[?'(${own.map(escape).join('|')})'`);
  const sources = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'],
    {
      encoding: 'utf8',
    },
  )
    .trim()
    .split('\n')
    .filter(
      (path) => !path.startsWith('src/tenant/') && statSync(path, { throwIfNoEntry: false }) !== undefined,
    );
  expect(sources.filter((path) => pattern.test(readFileSync(path, 'utf8')))).toEqual([]);
});
