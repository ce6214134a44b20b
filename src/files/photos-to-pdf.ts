// This module is a worker.
import { PDFDocument } from '@cantoo/pdf-lib';
import { MAX_FILE_BYTES } from '#limits.ts';
import { drawPhoto, type DrawnPhoto, HiddenPixelsError } from './draw-photo.ts';
import type { Fitted, Progress } from './fit-file.ts';

/** Bytes of a PDF besides its images: in total, and per page. */
const PDF_BYTES = 8192;
const PAGE_BYTES = 1024;
/** The longer side of a page: 11 inches (US Letter), in points. */
const PAGE_LONG_SIDE_PT = 792;

self.addEventListener('message', ({ data: photos }: MessageEvent<readonly File[]>) => {
  void combined(photos)
    .catch((): Fitted => ({ kind: 'broken' }))
    .then((answer) => self.postMessage(answer));
});

async function combined(photos: readonly File[]): Promise<Fitted> {
  const drawn: DrawnPhoto[] = [];
  let left = MAX_FILE_BYTES - PDF_BYTES - PAGE_BYTES * photos.length;
  for (const [index, photo] of photos.entries()) {
    // Pages that need less than their share leave the rest to the following ones.
    const share = left / (photos.length - index);
    let page: DrawnPhoto | undefined;
    try {
      page = await drawPhoto(photo, share);
    } catch (error) {
      if (error instanceof HiddenPixelsError) return { kind: 'hidden' };
      return { kind: 'unreadable', name: photo.name };
    }
    if (page === undefined) return { kind: 'too-large' };
    left -= page.jpeg.size;
    self.postMessage({ kind: 'page', done: drawn.push(page) } satisfies Progress);
  }
  const file = new File([await pdfOf(drawn)], photos[0]?.name ?? 'photos', { type: 'application/pdf' });
  if (file.size > MAX_FILE_BYTES) return { kind: 'too-large' };
  return { kind: 'done', file, pages: drawn.map(({ jpeg }) => jpeg) };
}

async function pdfOf(pages: readonly DrawnPhoto[]): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.create();
  for (const { jpeg, width, height } of pages) {
    const picture = await document.embedJpg(new Uint8Array(await jpeg.arrayBuffer()));
    const scale = PAGE_LONG_SIDE_PT / Math.max(width, height);
    const size = { width: width * scale, height: height * scale };
    document.addPage([size.width, size.height]).drawImage(picture, { x: 0, y: 0, ...size });
  }
  return new Uint8Array(await document.save());
}
