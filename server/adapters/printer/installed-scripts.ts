import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The scripts in which applicants may write names, each with one of its letters. */
const LETTERS: Readonly<Record<string, string>> = {
  Arabic: 'م',
  Armenian: 'Ա',
  Bengali: 'র',
  Burmese: 'အ',
  'Canadian Aboriginal': 'ᐁ',
  Cherokee: 'Ꮝ',
  Chinese: '王',
  Cyrillic: 'В',
  Devanagari: 'न',
  emoji: '🎓',
  Ethiopic: 'አ',
  Georgian: 'გ',
  Greek: 'Γ',
  Gujarati: 'મ',
  Gurmukhi: 'ਗ',
  Hebrew: 'ד',
  Japanese: 'さ',
  Kannada: 'ಕ',
  Khmer: 'ស',
  Korean: '김',
  Lao: 'ສ',
  Malayalam: 'മ',
  Mongolian: 'ᠮ',
  'N’Ko': 'ߊ',
  Oriya: 'ଓ',
  Sinhala: 'ස',
  Syriac: 'ܐ',
  Tamil: 'த',
  Telugu: 'త',
  Thaana: 'އ',
  Thai: 'ส',
  Tibetan: 'བ',
  Tifinagh: 'ⵎ',
};
const DEADLINE_MS = 10_000;

const run = promisify(execFile);

/**
 * Returns the scripts that no installed font has letters of, by asking fontconfig: PDFs show their letters as boxes.
 * Returns `undefined` if fontconfig does not answer.
 */
export async function scriptsWithoutFont(): Promise<readonly string[] | undefined> {
  const missing = Object.entries(LETTERS).map(async ([script, letter]) => {
    const codePoint = letter.codePointAt(0)?.toString(16);
    const { stdout } = await run('fc-list', [`:charset=${codePoint}`, 'family'], { timeout: DEADLINE_MS });
    return stdout.trim() === '' ? [script] : [];
  });
  return Promise.all(missing).then(
    (scripts) => scripts.flat(),
    () => undefined,
  );
}
