import { PDFDocument } from '@cantoo/pdf-lib';

/** Returns a PDF that the browser printed with another creator in its properties. Everything else stays. */
export async function withCreator(pdf: Uint8Array, creator: string): Promise<Buffer> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  document.setCreator(creator);
  const { buffer, byteOffset, byteLength } = await document.save();
  return Buffer.from(buffer, byteOffset, byteLength);
}
