import * as z from 'zod/mini';
import { imagePage } from './image-page.ts';
import type { ImageRuntime } from './image-runtime.ts';
import type { ImageRefusal } from './read-image.ts';
import { failed, LOOKS_EMPTY, TOOK_TOO_LONG, type Outcome, type Refusal } from './outcome.ts';
import type { Sandbox } from './sandbox.ts';
import { inWorkFolder, putFile, takeFile } from './work-folder.ts';

/** The largest result is a JPEG of noise, of some 7 MB. */
const MAX_BYTES = 16_777_216;
/** Node only reserves 0.6 GB of the memory, and more of the addresses. */
const LIMITS = {
  memoryBytes: 1_476_395_008,
  addressBytes: 3_221_225_472,
  cpuSeconds: 20,
  fileBytes: MAX_BYTES,
};
const NODE_OPTIONS = ['--max-old-space-size=128', '--max-semi-space-size=8', '--disable-wasm-trap-handler'];
/** libvips puts large pictures into files, which no limit on memory counts; glibc reserves some memory per thread. */
const VARIABLES = { VIPS_DISC_THRESHOLD: '4g', MALLOC_ARENA_MAX: '1' };

const DAMAGED: Refusal = {
  reason: 'picture-damaged',
  message:
    'This image is damaged and cannot be read completely. Please take the photo or make the scan again, and upload that.',
};
const TOO_MANY_PIXELS: Refusal = {
  reason: 'picture-too-many-pixels',
  message:
    'This image has more pixels than we can take (50 million). Please make it smaller, or take the photo again with a lower resolution.',
};
const TOO_MUCH: Refusal = {
  reason: 'picture-too-much',
  message:
    'This image takes too much memory to read. Please make it smaller, or take a photo or screenshot of it, and upload that.',
};
const REFUSALS: Readonly<Record<ImageRefusal, Refusal>> = {
  'picture-damaged': DAMAGED,
  'picture-too-many-pixels': TOO_MANY_PIXELS,
  'picture-too-much': TOO_MUCH,
  'looks-empty': LOOKS_EMPTY,
};

const side = z.int().check(z.minimum(1), z.maximum(50_000_000));
const answerSchema = z.union([
  z.strictObject({
    refused: z.enum(['picture-damaged', 'picture-too-many-pixels', 'picture-too-much', 'looks-empty']),
  }),
  z.strictObject({
    width: side,
    height: side,
    components: z.union([z.literal(1), z.literal(3)]),
    filter: z.enum(['DCTDecode', 'FlateDecode']),
    orientation: z.int().check(z.minimum(1), z.maximum(8)),
  }),
]);

interface ImageTools {
  readonly sandbox: Sandbox;
  readonly imageRuntime: ImageRuntime;
}

/** Makes a page from a picture. The picture is read in the sandbox; our process only puts the result on a page. */
export async function convertImage(
  kind: 'png' | 'jpeg',
  file: Buffer,
  { sandbox, imageRuntime: { node, script, readable } }: ImageTools,
  signal?: AbortSignal,
): Promise<Outcome> {
  return inWorkFolder(async (folder) => {
    await putFile(folder, 'picture', file);
    const { code, stdout, isTimeout } = await sandbox.run([node, ...NODE_OPTIONS, script, kind], {
      folder,
      limits: LIMITS,
      readable,
      variables: VARIABLES,
      signal,
    });
    if (isTimeout) return failed(TOOK_TOO_LONG);
    // The reader reached a limit, or the picture made it crash.
    if (code !== 0) return failed(TOO_MUCH);
    const answer = parsed(stdout);
    if (answer === undefined) return failed(DAMAGED);
    if ('refused' in answer) return failed(REFUSALS[answer.refused]);
    const bytes = await takeFile(folder, 'bytes', MAX_BYTES);
    if (bytes === undefined) return failed(TOO_MUCH);
    return { status: 'COMPLETED', pdf: await imagePage({ ...answer, bytes }), pages: 1 };
  });
}

function parsed(line: string) {
  try {
    return z.safeParse(answerSchema, JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
