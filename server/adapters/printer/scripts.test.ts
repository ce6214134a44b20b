import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, vi } from 'vitest';
import { testEach } from '#testing/test-each.ts';
import { makePrinter } from './printer.ts';

vi.setConfig({ testTimeout: 60_000 });

const printer = makePrinter({ creator: 'Example University', sandbox: 'on' });
const folder = mkdtempSync(join(tmpdir(), 'admissions-scripts-'));
afterAll(async () => {
  await printer.close();
  rmSync(folder, { recursive: true });
});

testEach([
  { script: 'simplified Chinese', name: '王小明张伟' },
  { script: 'traditional Chinese', name: '陳曉華翻譯' },
  { script: 'Japanese', name: '髙橋さくらカナ' },
  { script: 'Korean', name: '김정은박서준' },
  { script: 'Devanagari', name: 'नरेन्द्र' },
  { script: 'Bengali', name: 'রবীন্দ্রনাথ' },
  { script: 'Gujarati', name: 'મોહનદાસ' },
  { script: 'Tamil', name: 'தமிழ்' },
  { script: 'Telugu', name: 'తెలుగు' },
  { script: 'Thai', name: 'สมชาย' },
  { script: 'Arabic', name: 'محمد' },
  { script: 'Persian', name: 'پژمان' },
  { script: 'Hebrew', name: 'דוד' },
  { script: 'Armenian', name: 'Արամ' },
  { script: 'Georgian', name: 'გიორგი' },
  { script: 'Khmer', name: 'សុខា' },
  { script: 'Lao', name: 'ສົມສັກ' },
  { script: 'Burmese', name: 'အောင်' },
  { script: 'Sinhala', name: 'සුනිල්' },
  { script: 'Punjabi', name: 'ਗੁਰਪ੍ਰੀਤ' },
  { script: 'Kannada', name: 'ಕನ್ನಡ' },
  { script: 'Malayalam', name: 'മലയാളം' },
  { script: 'Oriya', name: 'ଓଡ଼ିଆ' },
  { script: 'Ethiopic', name: 'አበበ' },
  { script: 'Thaana', name: 'އަޙްމަދު' },
  { script: 'Tibetan', name: 'བསྟན་འཛིན' },
  { script: 'Cherokee', name: 'ᏍᏏᏉᏯ' },
  { script: 'Tifinagh', name: 'ⵎⴰⵙⵉⵏ' },
  { script: 'emoji', name: '😀🎓🙏' },
])('a name in $script has a sign for each letter', { short: 6 }, async ({ name }) => {
  // Caladea has none of these letters. The page embeds it only if it shows Caladea's sign for a missing letter.
  const html = `<!doctype html><html lang="en"><title>T</title><b style="font-family:Caladea">${name}</b></html>`;
  const path = join(folder, 'page.pdf');
  writeFileSync(path, await printer.print({ html, foot: 'Ana' }));
  const fonts = execFileSync('pdffonts', [path], { encoding: 'utf8' });
  expect(fonts).toContain('Carlito');
  expect(fonts).not.toContain('Caladea');
});

testEach([
  { script: 'Ethiopic', name: 'አበበ', font: 'AbyssinicaSIL' },
  { script: 'Thaana', name: 'އަޙްމަދު', font: 'MPH2BDamase' },
  { script: 'Tibetan', name: 'བསྟན་འཛིན', font: 'DDC' },
  { script: 'Georgian', name: 'გიორგი', font: 'DejaVuSans' },
  { script: 'emoji', name: '😀🎓🙏', font: 'Symbola' },
])('a name in $script is drawn in $font, and is in the text', { short: 1 }, async ({ name, font }) => {
  const html = `<!doctype html><html lang="en"><title>T</title><p style="font-family:Carlito">${name}</p></html>`;
  const path = join(folder, 'page.pdf');
  writeFileSync(path, await printer.print({ html, foot: 'Ana' }));
  expect(execFileSync('pdffonts', [path], { encoding: 'utf8' }).replaceAll('-', '')).toContain(font);
  // Readers differ in the order of right-to-left letters.
  const letters = new Set(execFileSync('pdftotext', [path, '-'], { encoding: 'utf8' }));
  expect([...name].filter((letter) => !letters.has(letter))).toEqual([]);
});
