// This module is a worker.
import { PDFDocument } from '@cantoo/pdf-lib';
import { MAX_FILE_BYTES } from '#limits.ts';
import { drawPages, type DrawnPages } from './draw-pages.ts';
import type { DrawnPhoto } from './draw-photo.ts';
import type { Fitted, Progress } from './fit-file.ts';

/** The longer side of a page: 11 inches (US Letter), in points. */
const PAGE_LONG_SIDE_PT = 792;

/** Photos, or pages that the page has drawn, because workers cannot. */
type Chosen = readonly File[] | DrawnPages;

self.addEventListener('message', ({ data: chosen }: MessageEvent<Chosen>) => {
  void combined(chosen)
    .catch((): Fitted => ({ kind: 'broken' }))
    .then((answer) => self.postMessage(answer));
});

async function combined(chosen: Chosen): Promise<Fitted> {
  const report = (done: number) => self.postMessage({ kind: 'page', done } satisfies Progress);
  const drawn = 'kind' in chosen ? chosen : await drawPages(chosen, report);
  if (drawn.kind !== 'drawn') return drawn;
  const file = new File([await pdfOf(drawn.pages)], drawn.name, { type: 'application/pdf' });
  if (file.size > MAX_FILE_BYTES) return { kind: 'too-large' };
  return { kind: 'done', file, pages: drawn.pages.map(({ jpeg }) => jpeg) };
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
