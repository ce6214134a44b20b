import { throwIfEnded } from '#device/ending.ts';
import { MAX_FILE_BYTES } from '#limits.ts';
import { drawPhoto, type DrawnPhoto, HiddenPixelsError } from './draw-photo.ts';
import type { NotFitted } from './fit-file.ts';

/** Bytes of a PDF besides its images: in total, and per page. */
const PDF_BYTES = 8192;
const PAGE_BYTES = 1024;

/** The pages of a PDF, under the name of the first photo. */
export interface DrawnPages {
  readonly kind: 'drawn';
  readonly name: string;
  readonly pages: readonly DrawnPhoto[];
}

/**
 * Redraws photos as pages that fit into one PDF of accepted size together.
 *
 * @param onPage called with the number of finished pages
 */
export async function drawPages(
  photos: readonly File[],
  onPage: (done: number) => void,
  signal?: AbortSignal,
): Promise<DrawnPages | NotFitted> {
  const pages: DrawnPhoto[] = [];
  let left = MAX_FILE_BYTES - PDF_BYTES - PAGE_BYTES * photos.length;
  for (const [index, photo] of photos.entries()) {
    throwIfEnded(signal);
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
    onPage(pages.push(page));
  }
  return { kind: 'drawn', name: photos[0]?.name ?? 'photos', pages };
}
