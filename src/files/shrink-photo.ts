// This module is a worker.
import { MAX_FILE_BYTES } from '#limits.ts';
import { drawPhoto } from './draw-photo.ts';

/**
 * A smaller photo, or why there is none: this browser cannot read it, it would become too small to read, or the worker
 * failed. The last says nothing about the photo: most likely the worker's file did not load.
 */
export type Shrunk =
  { readonly kind: 'done'; readonly file: File } | { readonly kind: 'unreadable' | 'too-large' | 'broken' };

self.addEventListener('message', ({ data: photo }: MessageEvent<File>) => {
  void shrunk(photo).then((answer) => self.postMessage(answer));
});

async function shrunk(photo: File): Promise<Shrunk> {
  try {
    const drawn = await drawPhoto(photo, MAX_FILE_BYTES);
    if (drawn === undefined) return { kind: 'too-large' };
    return { kind: 'done', file: new File([drawn.jpeg], photo.name, { type: 'image/jpeg' }) };
  } catch {
    return { kind: 'unreadable' };
  }
}
