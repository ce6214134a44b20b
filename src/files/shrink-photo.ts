// This module is a worker, and the page's own where workers cannot draw.
import { MAX_FILE_BYTES } from '#limits.ts';
import { drawPhoto, HiddenPixelsError } from './draw-photo.ts';
import type { Fitted } from './fit-file.ts';

if (typeof document === 'undefined' && typeof self !== 'undefined')
  self.addEventListener('message', ({ data: [photo] }: MessageEvent<readonly [File]>) => {
    void shrunk(photo).then((answer) => self.postMessage(answer));
  });

export async function shrunk(photo: File): Promise<Fitted> {
  try {
    const { jpeg } = (await drawPhoto(photo, MAX_FILE_BYTES)) ?? {};
    if (jpeg === undefined) return { kind: 'too-large' };
    return { kind: 'done', file: new File([jpeg], photo.name, { type: 'image/jpeg' }), pages: [jpeg] };
  } catch (error) {
    if (error instanceof HiddenPixelsError) return { kind: 'hidden' };
    return { kind: 'unreadable', name: photo.name };
  }
}
