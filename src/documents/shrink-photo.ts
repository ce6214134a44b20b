// Runs in a worker of its own: decoding a large photo would freeze the page.
import { MAX_FILE_BYTES } from '#limits.ts';

export interface ShrinkAnswer {
  /** A JPEG that fits, or nothing where the photo could not be read. */
  readonly photo: Blob | undefined;
}

/** Long enough for a page of small print; some phones cannot draw more than 16 megapixels. */
const LONGEST_SIDE_PX = 2600;
const SHORTEST_LONG_SIDE_PX = 900;
const QUALITIES = [0.86, 0.76, 0.66];
const SMALLER = 0.8;

self.addEventListener('message', (event: MessageEvent<File>) => {
  void shrink(event.data).then(
    (photo) => self.postMessage({ photo } satisfies ShrinkAnswer),
    () => self.postMessage({ photo: undefined } satisfies ShrinkAnswer),
  );
});

async function shrink(file: File): Promise<Blob | undefined> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const longest = Math.max(picture.width, picture.height);
  for (let side = Math.min(longest, LONGEST_SIDE_PX); ; side *= SMALLER) {
    for (const quality of QUALITIES) {
      const photo = await drawn(picture, side / longest, quality);
      if (photo.size <= MAX_FILE_BYTES) return photo;
    }
    if (side < SHORTEST_LONG_SIDE_PX) return undefined;
  }
}

function drawn(picture: ImageBitmap, scale: number, quality: number): Promise<Blob> {
  const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale));
  const context = canvas.getContext('2d', { alpha: false });
  if (context === null) throw new Error('There is no canvas.');
  // A JPEG has no transparency; paper is white.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: 'image/jpeg', quality });
}
