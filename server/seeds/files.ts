import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { makeDocx, makePicture, paragraph } from '#server/testing/files/corpus.ts';
import type { SeedDocument } from './applicants.ts';

const LINES = [
  'Unofficial transcript',
  'Introduction to Statistics     3 credits     A-',
  'Algorithms     4 credits     B+',
];
/** A fixed date, so that the bytes are the same every time. */
const MADE_AT = new Date('2026-01-01T00:00:00Z');

/** Makes the file that a made-up applicant uploaded, so that none has to be kept in the repository. */
export async function seedFile({ kind }: SeedDocument): Promise<Buffer> {
  switch (kind) {
    case 'photo':
      return makePicture({ type: 'png', width: 300, height: 400 });
    case 'word':
    case 'converting':
      return makeDocx({ body: LINES.map(paragraph).join('') });
    case 'pdf':
    case 'waiting':
      return makePdf();
    case 'damaged':
      // The rest of an interrupted download.
      return (await makePdf()).subarray(0, 300);
    default:
      return kind satisfies never;
  }
}

async function makePdf(): Promise<Buffer> {
  const document = await PDFDocument.create();
  document.setCreationDate(MADE_AT);
  document.setModificationDate(MADE_AT);
  const font = await document.embedFont(StandardFonts.Courier);
  const page = document.addPage([612, 792]);
  LINES.forEach((line, index) => page.drawText(line, { x: 72, y: 700 - 24 * index, size: 12, font }));
  return Buffer.from(await document.save());
}
