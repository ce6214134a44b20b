// This module is a worker.
import { PDFDocument } from '@cantoo/pdf-lib';
import { MAX_FILE_BYTES } from '#limits.ts';
import { drawPhoto, type DrawnPhoto } from './draw-photo.ts';

/** Bytes of a PDF besides its images: in total, and per page. */
const PDF_BYTES = 8192;
const PAGE_BYTES = 1024;
/** The longer side of a page: 11 inches (US Letter), in points. */
const PAGE_LONG_SIDE_PT = 792;

export type PhotosAnswer =
  | { readonly kind: 'page'; readonly done: number }
  | { readonly kind: 'done'; readonly pdf: Blob; readonly pages: readonly Blob[] }
  | { readonly kind: 'unreadable'; readonly name: string }
  | { readonly kind: 'too-many' }
  | { readonly kind: 'broken' };

self.addEventListener('message', (event: MessageEvent<readonly File[]>) => {
  void combined(event.data)
    .catch((): PhotosAnswer => ({ kind: 'broken' }))
    .then((answer) => self.postMessage(answer));
});

async function combined(photos: readonly File[]): Promise<PhotosAnswer> {
  const drawn: DrawnPhoto[] = [];
  let left = MAX_FILE_BYTES - PDF_BYTES - PAGE_BYTES * photos.length;
  for (const [index, photo] of photos.entries()) {
    // Pages that need less than their share leave the rest to the following ones.
    const share = left / (photos.length - index);
    let page: DrawnPhoto | undefined;
    try {
      page = await drawPhoto(photo, share);
    } catch {
      return { kind: 'unreadable', name: photo.name };
    }
    if (page === undefined) return { kind: 'too-many' };
    drawn.push(page);
    left -= page.jpeg.size;
    self.postMessage({ kind: 'page', done: drawn.length } satisfies PhotosAnswer);
  }
  const pdf = await pdfOf(drawn);
  if (pdf.size > MAX_FILE_BYTES) return { kind: 'too-many' };
  return { kind: 'done', pdf, pages: drawn.map(({ jpeg }) => jpeg) };
}

async function pdfOf(pages: readonly DrawnPhoto[]): Promise<Blob> {
  const document = await PDFDocument.create();
  for (const { jpeg, width, height } of pages) {
    const picture = await document.embedJpg(new Uint8Array(await jpeg.arrayBuffer()));
    const scale = PAGE_LONG_SIDE_PT / Math.max(width, height);
    const size = { width: width * scale, height: height * scale };
    document.addPage([size.width, size.height]).drawImage(picture, { x: 0, y: 0, ...size });
  }
  return new Blob([new Uint8Array(await document.save())], { type: 'application/pdf' });
}
