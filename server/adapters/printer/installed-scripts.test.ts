import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { scriptsWithoutFont } from './installed-scripts.ts';

/** Makes fontconfig see only the fonts of these folders. */
function withFonts(...folders: readonly string[]): void {
  const own = mkdtempSync(join(tmpdir(), 'admissions-fonts-'));
  onTestFinished(() => rmSync(own, { recursive: true }));
  const dirs = folders.map((folder) => `<dir>/usr/share/fonts/truetype/${folder}</dir>`).join('');
  const file = join(own, 'fonts.conf');
  writeFileSync(file, `<fontconfig>${dirs}<cachedir>${own}/cache</cachedir></fontconfig>`);
  vi.stubEnv('FONTCONFIG_FILE', file);
}

test('names the scripts that no installed font has letters of', { tags: 'slow' }, async () => {
  withFonts('crosextra', 'abyssinica');
  const missing = await scriptsWithoutFont();
  expect(missing).toEqual(expect.arrayContaining(['Chinese', 'Thaana', 'Tibetan', 'emoji']));
  for (const present of ['Greek', 'Cyrillic', 'Ethiopic']) expect(missing).not.toContain(present);
});

test(
  'the packages of the set-up have letters of all scripts but two, at most',
  { tags: 'slow' },
  async () => {
    const missing = await scriptsWithoutFont();
    expect(missing?.filter((script) => !['Mongolian', 'Syriac'].includes(script))).toEqual([]);
  },
);

test('without fontconfig, the result is unknown', { tags: 'slow' }, async () => {
  vi.stubEnv('PATH', '/nowhere');
  expect(await scriptsWithoutFont()).toBeUndefined();
});
