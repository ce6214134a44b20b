// Runs in a worker of its own.
import { MAX_FILE_BYTES } from '#limits.ts';
import { drawPhoto } from './draw-photo.ts';

export interface ShrinkAnswer {
  /** A JPEG that fits, or nothing where the photo could not be read. */
  readonly photo: Blob | undefined;
}

self.addEventListener('message', (event: MessageEvent<File>) => {
  void drawPhoto(event.data, MAX_FILE_BYTES).then(
    (drawn) => self.postMessage({ photo: drawn?.jpeg } satisfies ShrinkAnswer),
    () => self.postMessage({ photo: undefined } satisfies ShrinkAnswer),
  );
});
