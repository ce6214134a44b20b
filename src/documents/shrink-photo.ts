// This module is a worker.
import { MAX_FILE_BYTES } from '#limits.ts';
import { drawPhoto } from './draw-photo.ts';

export interface ShrinkAnswer {
  /** A JPEG of accepted size; `undefined` if the photo could not be read or made small enough. */
  readonly photo: Blob | undefined;
}

self.addEventListener('message', (event: MessageEvent<File>) => {
  void drawPhoto(event.data, MAX_FILE_BYTES).then(
    (drawn) => self.postMessage({ photo: drawn?.jpeg } satisfies ShrinkAnswer),
    () => self.postMessage({ photo: undefined } satisfies ShrinkAnswer),
  );
});
