import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tenant } from '#tenant/tenant.ts';
import { pageDescription, texts } from '#tenant/texts.ts';
import {
  pageDescription as descriptionOfTheSecond,
  texts as ofTheSecond,
} from '#testing/tenant-meridian/texts.ts';

const BUILD_TIMEOUT_MS = 120_000;
const folder = mkdtempSync(join(tmpdir(), 'second-tenant-'));
const isText = (path: string) => /\.(html|js|css|json|svg|txt|webmanifest)$/.test(path);

/** All strings in a value, at any depth. */
function sentencesOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(sentencesOf) : [];
}

/** Texts that would give away the first university. */
const names = [
  ...[tenant.name, tenant.shortName, tenant.helpEmail, tenant.helpPhone, tenant.identityCookiePrefix],
  ...[tenant.websiteUrl, tenant.internationalPortal.url, ...tenant.addressLines],
  ...[pageDescription, ...sentencesOf(texts)],
].filter((name) => !sentencesOf(ofTheSecond).includes(name));

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

test('the page tells search engines of the second university', () => {
  expect(readFileSync(join(folder, 'index.html'), 'utf8')).toContain(
    `<meta name="description" content="${descriptionOfTheSecond}">`,
  );
});

test.each(names)('nothing of it says “%s”', (name) => {
  expect(textsBelow(folder).flatMap(({ path, text }) => (text.includes(name) ? [path] : []))).toEqual([]);
});

const repository = () =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .filter((path) => !path.startsWith('src/tenant/'))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true);

test('nothing outside its folder names the first university, save for documents', () => {
  const files = repository().filter((path) => !/^docs\/|^README\.md$/.test(path));
  const pattern = new RegExp(tenant.shortName, 'i');
  expect(files.filter((path) => pattern.test(readFileSync(path, 'utf8')))).toEqual([]);
});

test('docs/branding.md lists the tests and benches that name codes of its programs', () => {
  const majors = tenant.programs.flatMap((program) => program.majors);
  const concentrations = majors.flatMap((major) => major.concentrations ?? []);
  const codes = [...tenant.programs, ...majors, ...concentrations, ...tenant.entryTerms];
  const pattern = new RegExp(`'(${codes.map(({ value }) => value).join('|')})'`);
  const naming = repository()
    .filter((path) => /^(?!src\/testing\/).*\.test\.tsx?$|^(e2e|bench|server\/testing)\/.*\.ts$/.test(path))
    .filter((path) => pattern.test(readFileSync(path, 'utf8')));
  const listed = readFileSync('docs/branding.md', 'utf8').matchAll(/^- `([^`]+)`$/gm);
  expect([...listed].map(([, path]) => path)).toEqual(naming.toSorted());
});
