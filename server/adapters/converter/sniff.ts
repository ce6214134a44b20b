import { EMPTY, type Refusal } from './outcome.ts';

/** A file's kind, determined by its content. File names are ignored. */
export type FileKind = 'png' | 'jpeg' | 'pdf' | 'docx';

export type Sniffed = { readonly kind: FileKind } | ({ readonly kind: 'refused' } & Refusal);

const TAKEN = 'Please upload a PNG or JPEG image, a PDF or a Word document (.docx).';
const PDF_HEADER_WITHIN_BYTES = 1024;
const TEXT_SAMPLE_BYTES = 1024;

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
const ZIP = Buffer.from('PK\u0003\u0004');
const COMPOUND = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
const HEIC_BRANDS = ['heic', 'heix', 'hevc', 'heim', 'heis', 'mif1', 'msf1', 'avif'];
/** Text before the first element. A comment ends at its first `-->`: else n comments could match in 2ⁿ ways. */
const PROLOGUE = /^(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->)[^])*-->\s*)*/i;

/** Determines a file's kind from its first bytes. The converter of that kind checks the rest. */
export function sniff(file: Buffer): Sniffed {
  if (file.length === 0) return { kind: 'refused', ...EMPTY };
  if (startsWith(file, PNG)) return { kind: 'png' };
  if (startsWith(file, JPEG)) return { kind: 'jpeg' };
  if (startsWith(file, ZIP)) return { kind: 'docx' };
  // Checked before the PDF header, because markup may contain such a header in its text.
  const markup = markupName(file);
  if (markup !== undefined) return refused(`This file is ${markup}, whatever its name says. ${TAKEN}`);
  if (file.subarray(0, PDF_HEADER_WITHIN_BYTES).includes('%PDF-')) return { kind: 'pdf' };
  if (startsWith(file, COMPOUND)) {
    return refused(
      'This is a Word document in the old format, or one with a password. Please save it as a PDF or as .docx without a password, and upload that.',
    );
  }
  if (isHeic(file)) {
    return refused(
      'This photo is in a format (HEIC) that we cannot read. Please save or share it as JPEG, or take a screenshot of it, and upload that.',
    );
  }
  return refused(`We do not know this kind of file. ${TAKEN}`);
}

function markupName(file: Buffer): string | undefined {
  const start = file
    .subarray(0, TEXT_SAMPLE_BYTES)
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart();
  const content = start.replace(PROLOGUE, '');
  if (/^(<!doctype svg|<svg)/i.test(content)) return 'an SVG drawing';
  if (/^<(!doctype html|html|head|body|script|title|meta)/i.test(content)) return 'a web page';
  if (start.startsWith('{\\rtf')) return 'an RTF document';
  if (/^(GIF8|RIFF|BM|II\*|MM\0\*)/.test(start)) return 'an image of a kind that we do not accept';
  return undefined;
}

function isHeic(file: Buffer): boolean {
  return file.toString('latin1', 4, 8) === 'ftyp' && HEIC_BRANDS.includes(file.toString('latin1', 8, 12));
}

function startsWith(file: Buffer, magic: Buffer): boolean {
  return file.subarray(0, magic.length).equals(magic);
}

function refused(message: string): Sniffed {
  return { kind: 'refused', reason: 'other-kind', message };
}
