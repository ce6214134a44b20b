// This module is a worker.
import { MAX_FILE_BYTES } from '#limits.ts';
import { drawPhoto } from './draw-photo.ts';

export type ShrinkAnswer =
  /** A JPEG of accepted size. */
  | { readonly kind: 'done'; readonly photo: Blob }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'too-large' };

self.addEventListener('message', (event: MessageEvent<File>) => {
  void shrunk(event.data).then((answer) => self.postMessage(answer));
});

async function shrunk(file: File): Promise<ShrinkAnswer> {
  try {
    const drawn = await drawPhoto(file, MAX_FILE_BYTES);
    return drawn === undefined ? { kind: 'too-large' } : { kind: 'done', photo: drawn.jpeg };
  } catch {
    return { kind: 'unreadable' };
  }
}
