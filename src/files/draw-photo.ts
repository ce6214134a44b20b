/** Enough pixels for small print; some phones cannot draw more than 16 megapixels. */
const LONGEST_SIDE_PX = 2600;
const SHORTEST_LONG_SIDE_PX = 900;
const QUALITIES = [0.86, 0.76, 0.66];
const SMALLER = 0.8;
const NO_CANVAS = 'There is no canvas.';

/** Before Safari 16.4 and Firefox 105, only a page can draw. */
export const canWorkersDraw = typeof OffscreenCanvas !== 'undefined';

/** This browser gives other pixels than were drawn, against tracking: a photo becomes stripes. */
export class HiddenPixelsError extends Error {}

/** A photo, redrawn as a JPEG; sizes in pixels. */
export interface DrawnPhoto {
  readonly jpeg: Blob;
  readonly width: number;
  readonly height: number;
}

/**
 * Redraws a photo as a JPEG of at most `maxBytes`: upright, without metadata, as large as possible. Call it in a
 * worker: decoding a large photo would freeze the page.
 *
 * @returns `undefined` if the photo would become too small to read
 * @throws {HiddenPixelsError}
 * @throws when this browser cannot read the photo
 */
export async function drawPhoto(file: Blob, maxBytes: number): Promise<DrawnPhoto | undefined> {
  if (!givesPixels()) throw new HiddenPixelsError();
  const picture = canWorkersDraw ? await bitmapOf(file) : await imageOf(file);
  try {
    const longest = Math.max(picture.width, picture.height);
    for (let side = Math.min(longest, LONGEST_SIDE_PX); ; side *= SMALLER) {
      for (const quality of QUALITIES) {
        const drawn = await drawnAt(picture, side / longest, quality);
        if (drawn.jpeg.size <= maxBytes) return drawn;
      }
      if (side < SHORTEST_LONG_SIDE_PX) return undefined;
    }
  } finally {
    picture.close();
  }
}

interface Picture {
  readonly image: ImageBitmap | HTMLImageElement;
  readonly width: number;
  readonly height: number;
  readonly close: () => void;
}

async function bitmapOf(file: Blob): Promise<Picture> {
  // Before Chromium 112, browsers refuse the option's value, and turn a photo upright without it.
  const image = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() =>
    createImageBitmap(file),
  );
  return { image, width: image.width, height: image.height, close: () => image.close() };
}

/** Before Safari 16, only an element turns a photo upright. */
async function imageOf(file: Blob): Promise<Picture> {
  const image = new Image();
  const url = URL.createObjectURL(file);
  const close = () => URL.revokeObjectURL(url);
  await new Promise((resolve, reject) => {
    Object.assign(image, { onload: resolve, onerror: reject, src: url });
  }).catch((error: unknown) => {
    close();
    throw error;
  });
  return { image, width: image.naturalWidth, height: image.naturalHeight, close };
}

async function drawnAt(picture: Picture, scale: number, quality: number): Promise<DrawnPhoto> {
  const [width, height] = [Math.round(picture.width * scale), Math.round(picture.height * scale)];
  const { context, jpegOf } = canvasOf(width, height);
  // A JPEG has no transparency: use white paper.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture.image, 0, 0, width, height);
  return { jpeg: await jpegOf(quality), width, height };
}

interface Canvas {
  readonly context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;
  readonly jpegOf: (quality: number) => Promise<Blob>;
}

function canvasOf(width: number, height: number): Canvas {
  const type = 'image/jpeg';
  if (!canWorkersDraw) {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width, height });
    const jpegOf = (quality: number) =>
      new Promise<Blob>((resolve, reject) =>
        canvas.toBlob(
          (blob) => (blob === null ? reject(new Error(NO_CANVAS)) : resolve(blob)),
          type,
          quality,
        ),
      );
    const context = canvas.getContext('2d', { alpha: false });
    return { context: drawable(context), jpegOf };
  }
  const canvas = new OffscreenCanvas(width, height);
  const jpegOf = (quality: number) => canvas.convertToBlob({ type, quality });
  const context = canvas.getContext('2d', { alpha: false });
  return { context: drawable(context), jpegOf };
}

function drawable<T>(context: T | null): T {
  if (context === null) throw new Error(NO_CANVAS);
  return context;
}

/** How far a drawn pixel may be off: some browsers change the last bits of each, which nobody sees. */
const SLIGHTLY = 16;

/** Whether two pixels are read as they were drawn. */
function givesPixels(): boolean {
  const { context } = canvasOf(2, 1);
  context.fillStyle = '#f00';
  context.fillRect(0, 0, 2, 1);
  context.fillStyle = '#00f';
  context.fillRect(1, 0, 1, 1);
  const { data } = context.getImageData(0, 0, 2, 1);
  return [255, 0, 0, 255, 0, 0, 255, 255].every((drawn, at) => Math.abs((data[at] ?? 0) - drawn) < SLIGHTLY);
}
