import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pages } from '#form/form.ts';
import * as limits from '#limits.ts';

const sources = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'src', 'server'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter(
    (file) => /\.(tsx?|css)$/.test(file) && !/\.test\.|\/(testing|suites)\/|^src\/limits|gallery/.test(file),
  )
  .filter((file) => existsSync(file))
  .map((file) => usingPart(readFileSync(file, 'utf8')));

/** A file without comments, imports and exports: names that appear only there are not used. */
function usingPart(source: string): string {
  return source
    .replaceAll(/\/\*[\s\S]*?\*\/|(?<![:'"])\/\/.*$/gm, '')
    .replaceAll(/^(?:import|export)\b[^;]*?\bfrom\b[^;]*;/gm, '');
}

const isUsed = (name: string) => sources.some((source) => new RegExp(`\\b${name}\\b`).test(source));

const constants = new Map<string, unknown>(Object.entries(limits));
const tokens = readFileSync('src/ui/tokens.css', 'utf8');

// The table of specification §9, once more and on purpose: a number changes in two places or not at all. The
// partner's limit for long texts is the tenant's.
test.each<[name: keyof typeof limits, value: number | string]>([
  ['IDLE_TIMEOUT_MS', 900_000],
  ['IDLE_WARNING_LEAD_MS', 60_000],
  ['PASSWORD_MIN_CHARS', 12],
  ['CONFIRMATION_CODE_DIGITS', 6],
  ['TEXT_MAX_CHARS', 45],
  ['TEXTAREA_MAX_CHARS', 1500],
  ['MAX_FILE_BYTES', 1_048_576],
  ['MAX_FILE_TEXT', '1 MB'],
  ['FILE_NAME_MAX_CHARS', 32],
  ['ADD_ANOTHER_MAX', 10],
  ['ADD_ANOTHER_DEFAULT_COUNT', 1],
  ['MIN_AGE_YEARS', 13],
  ['OLDEST_BIRTH_DATE_YEARS', 100],
  ['ZIP_MIN_CHARS_USA', 5],
  ['SUCCESS_TOAST_MS', 5000],
  ['ERROR_TOAST_MS', 300_000],
  ['TOAST_SWIPE_THRESHOLD_PX', 50],
  ['TOAST_HOTKEY', 'F8'],
  ['CONVERSION_POLL_MS', 2000],
  ['PDF_POLL_MS', 1000],
  ['PDF_DONE_POLL_MS', 600_000],
  ['STATUS_POST_RETRIES', 2],
  ['LOOKUP_MAX_RESULTS', 5],
  ['LOOKUP_DEBOUNCE_MS', 200],
  ['LOOKUP_MAX_WAIT_MS', 500],
  ['SELECT_COLLISION_PADDING_PX', 100],
  ['MENU_HOVER_DELAY_MS', 200],
  ['MENU_SKIP_DELAY_MS', 300],
  ['MENU_CLOSE_DELAY_MS', 150],
])('%s is %s', (name, value) => {
  expect(constants.get(name)).toBe(value);
});

test.each([
  ['modal-small', ['30rem']],
  ['modal-medium', ['60rem', '70vw']],
  ['modal-large', ['80vw', '90vw']],
  ['loading-small', ['0.4rem']],
  ['loading-medium', ['0.8rem']],
  ['loading-large', ['2rem']],
  ['choice', ['18px']],
  ['form-columns', ['1.62fr 1fr']],
])('the size --%s is %s', (name, values) => {
  const said = [...tokens.matchAll(new RegExp(`--${name}: ([^;]+);`, 'g'))].map(([, value]) => value);
  expect(said).toEqual(values);
});

test.each([...constants.keys()])('%s is used by more than tests', (name) => {
  expect(isUsed(name)).toBe(true);
});

test('a constant that is only imported, exported or in a comment counts as not used', () => {
  const named =
    "import { A } from './a.ts';\nexport { B } from './b.ts';\n// C\n/** D */\nexport const e = 'F';";
  expect(usingPart(named).trim()).toBe("export const e = 'F';");
});

test('there are three navigation items', () => {
  expect(pages.map(({ title }) => title)).toEqual(['About You', 'Education', 'Final Steps']);
});

// In em, so that large text counts. `doors.test.ts` checks that there are no others.
test.each([600, 1000])('a style sheet has the breakpoint %s px', (px) => {
  expect(sources.some((source) => source.includes(`(width > ${px / 16}em)`))).toBe(true);
});

test.each([
  ...['choice', 'modal-small', 'modal-medium', 'modal-large', 'form-columns'],
  ...['loading-small', 'loading-medium', 'loading-large'],
])('a style sheet uses --%s', (name) => {
  expect(sources.some((source) => source.includes(`var(--${name})`))).toBe(true);
});

// The third size, medium, is a spinner's default.
test.each(['small', 'large'])('a dialog has the size %s, and a spinner', (size) => {
  for (const widget of ['Modal', 'Spinner']) {
    const used = new RegExp(`<${widget}\\b[^>]*size=("${size}"|{[^}]*'${size}')`);
    expect(sources.filter((source) => used.test(source)).length).toBeGreaterThan(0);
  }
});
