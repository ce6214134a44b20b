import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { PDFDocument } from '@cantoo/pdf-lib';
import sharp from 'sharp';

const run = promisify(execFile);

/** A file in the form that Playwright gives to an input element. */
export interface UploadFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

const picture = () =>
  sharp({ create: { width: 600, height: 800, channels: 3, background: { r: 240, g: 235, b: 220 } } });

export async function pngFile(name = 'transcript.png'): Promise<UploadFile> {
  return { name, mimeType: 'image/png', buffer: await picture().png().toBuffer() };
}

export async function jpegFile(name = 'transcript.jpg'): Promise<UploadFile> {
  return { name, mimeType: 'image/jpeg', buffer: await picture().jpeg().toBuffer() };
}

export async function pdfFile(name = 'transcript.pdf'): Promise<UploadFile> {
  const document = await PDFDocument.create();
  document.addPage([595, 842]).drawText('Transcript of records', { x: 60, y: 760 });
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(await document.save()) };
}

/** A scan of just under one megabyte: its page is noise, which cannot be compressed. */
export async function largePdfFile(name = 'transcript.pdf'): Promise<UploadFile> {
  const raw = { width: 640, height: 530, channels: 3 } as const;
  const noise = sharp(randomBytes(raw.width * raw.height * raw.channels), { raw });
  const document = await PDFDocument.create();
  const scan = await document.embedPng(await noise.png().toBuffer());
  document.addPage([640, 530]).drawImage(scan);
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(await document.save()) };
}

/** A real Word file, made by LibreOffice. */
export async function docxFile(name = 'transcript.docx'): Promise<UploadFile> {
  const folder = await mkdtemp(path.join(tmpdir(), 'docx-'));
  try {
    const source = path.join(folder, 'transcript.html');
    await writeFile(source, '<html><body><h1>Transcript of records</h1><p>Ethics: A</p></body></html>');
    await run('soffice', [
      `-env:UserInstallation=file://${folder}/profile`,
      '--headless',
      '--writer',
      '--convert-to',
      'docx:MS Word 2007 XML',
      '--outdir',
      folder,
      source,
    ]);
    return {
      name,
      mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      buffer: await readFile(path.join(folder, 'transcript.docx')),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface SeenPage {
  readonly isUpright: boolean;
  readonly color: 'red' | 'green' | 'other';
}

/** The pages of the stored PDF that has this number of pages; empty if there is none. */
export async function storedPages(dataDir: string, pages: number): Promise<readonly SeenPage[]> {
  const names = await readdir(path.join(dataDir, 'storage/documents'), {
    recursive: true,
    withFileTypes: true,
  });
  for (const entry of names.filter((candidate) => candidate.isFile())) {
    const file = path.join(entry.parentPath, entry.name);
    const bytes = await readFile(file);
    if (!bytes.subarray(0, 5).equals(Buffer.from('%PDF-'))) continue;
    const document = await PDFDocument.load(bytes);
    if (document.getPageCount() === pages) return pagesOf(file);
  }
  return [];
}

async function pagesOf(file: string): Promise<readonly SeenPage[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pages-'));
  try {
    await run('pdftoppm', ['-r', '20', '-png', file, path.join(folder, 'page')]);
    const names = (await readdir(folder)).toSorted();
    return await Promise.all(names.map((name) => seen(path.join(folder, name))));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function seen(file: string): Promise<SeenPage> {
  const picture = sharp(file);
  const { width, height } = await picture.metadata();
  const [red, green] = (await picture.stats()).channels.map(({ mean }) => mean);
  const isRed = (red ?? 0) > 150 && (green ?? 0) < 90;
  const isGreen = (green ?? 0) > 80 && (red ?? 0) < 70;
  return { isUpright: height > width, color: isRed ? 'red' : isGreen ? 'green' : 'other' };
}
