import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';

/** What the bare tools find in a PDF. */
export interface Seen {
  readonly pages: number;
  readonly words: readonly string[];
  /** The pixels of all pages, in gray, one after another. */
  readonly pixels: Buffer;
}

const DPI = '20';
const SIDE = 32;
const MAX_OUTPUT_BYTES = 1 << 28;

/** Returns what poppler finds in a PDF, outside of our sandbox. */
export function seenIn(pdf: Buffer): Seen {
  return withFile(pdf, 'file.pdf', (path) => {
    const info = run('pdfinfo', path).toString('latin1');
    return {
      pages: Number(/^Pages:\s+(\d+)/m.exec(info)?.[1] ?? 0),
      words: run('pdftotext', path, '-').toString('utf8').split(/\s+/).filter(Boolean).toSorted(),
      pixels: run('pdftoppm', '-gray', '-cropbox', '-r', DPI, path),
    };
  });
}

/** Returns the PDF that LibreOffice alone makes from a Word document. */
export function pdfOfWord(docx: Buffer): Buffer {
  return withFile(docx, 'file.docx', (path, folder) => {
    const profile = `-env:UserInstallation=file://${folder}/profile`;
    run('soffice', profile, '--headless', '--convert-to', 'pdf', '--outdir', folder, path);
    return readFileSync(join(folder, 'file.pdf'));
  });
}

/** Returns an upright picture, without white around it, as a few gray pixels. */
export async function outlineOf(picture: Buffer): Promise<Buffer> {
  const upright = await sharp(picture, { failOn: 'none' })
    .autoOrient()
    .flatten({ background: 'white' })
    .toColourspace('srgb')
    .png()
    .toBuffer();
  const trimmed = await sharp(upright).trim({ background: 'white', threshold: 30 }).png().toBuffer();
  return sharp(trimmed).resize(SIDE, SIDE, { fit: 'fill' }).greyscale().raw().toBuffer();
}

/** Returns the first page of a PDF as a picture. */
export function pictureOf(pdf: Buffer): Buffer {
  return withFile(pdf, 'file.pdf', (path) => run('pdftoppm', '-png', '-r', '60', '-l', '1', path));
}

function run(program: string, ...args: readonly string[]): Buffer {
  return execFileSync(program, args, { maxBuffer: MAX_OUTPUT_BYTES, stdio: ['ignore', 'pipe', 'ignore'] });
}

function withFile<T>(content: Buffer, name: string, look: (path: string, folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'foreign-'));
  try {
    const path = join(folder, name);
    writeFileSync(path, content);
    return look(path, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
