import { deflateSync } from 'node:zlib';
import { makePicture } from '#server/testing/files/corpus.ts';
import { makeInterlacedBomb, makePaletteBomb } from '#server/testing/files/hostile-pictures.ts';
import { MAX_FILE_BYTES } from '#limits.ts';
import type { Dice } from '#testing/dice.ts';

const MAX_PIXELS = 50_000_000;
const FLOOD_BYTES = 400_000_000;
const MAX_FLIPS = 40;

type Make = (dice: Dice) => Buffer | Promise<Buffer>;

/** Files that take far more work than their size suggests, and damaged ones. */
const kinds: Readonly<Record<string, Make>> = {
  'palette bomb': (dice) => {
    const width = dice.whole(20_000, 32_000);
    return makePaletteBomb(width, Math.floor(MAX_PIXELS / width));
  },
  'interlaced bomb': (dice) => makeInterlacedBomb(dice.whole(3000, 7000), dice.whole(3000, 7000)),
  'pixel flood': async (dice) => {
    const file = await makePicture({ type: 'png', width: 8, height: 8 });
    file.writeUInt32BE(dice.whole(50_000, 0x7fffffff), 16);
    return file;
  },
  'damaged PNG': async (dice) => damaged(await makePicture({ type: 'png' }), dice),
  'damaged JPEG': async (dice) =>
    damaged(await makePicture({ type: 'jpeg', color: dice.oneOf(['rgb', 'cmyk', 'progressive']) }), dice),
  'damaged PDF': (dice) => damaged(pdfOf('0 0 100 100 re f', {}), dice),
  'PDF that unpacks to much': () => pdfOf(Buffer.alloc(FLOOD_BYTES, ' 0 0 m'), {}),
  'PDF that draws much': (dice) => pdfOf('0 0 m 612 792 l S '.repeat(dice.whole(100_000, 3_000_000)), {}),
  'PDF of a huge picture': (dice) => {
    const side = dice.whole(20_000, 60_000);
    return pdfOf('612 0 0 792 0 0 cm /P Do', {
      P: `/Subtype /Image /Width ${side} /Height ${side} /BitsPerComponent 8 /ColorSpace /DeviceCMYK`,
    });
  },
  'PDF of forms within forms': (dice) => {
    const levels = dice.whole(4, 30);
    const forms = Array.from({ length: levels }, (_, level) => [
      `F${level}`,
      `/Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /N ${level + 5} 0 R >> >>`,
    ]);
    return pdfOf('/F0 Do', Object.fromEntries(forms), '/N Do '.repeat(10));
  },
};

export interface HostileFile {
  readonly kind: string;
  /** Of at most 1 MB. */
  readonly file: Buffer;
}

export async function hostileFile(dice: Dice): Promise<HostileFile> {
  return ofKind(dice.oneOf(Object.keys(kinds)), dice);
}

/** Returns the picture that takes the most work. */
export async function worstPicture(dice: Dice): Promise<HostileFile> {
  return ofKind('palette bomb', dice);
}

async function ofKind(kind: string, dice: Dice): Promise<HostileFile> {
  const file = (await kinds[kind]?.(dice)) ?? Buffer.alloc(0);
  return { kind, file: file.subarray(0, MAX_FILE_BYTES) };
}

/** Changes some bytes, and sometimes leaves out the rest. */
export function damaged(file: Buffer, dice: Dice): Buffer {
  const flips = dice.whole(1, MAX_FLIPS);
  for (let flip = 0; flip < flips; flip += 1) file[dice.below(file.length)] = dice.below(256);
  return dice.chance(0.3) ? file.subarray(0, dice.whole(1, file.length)) : file;
}

/** Returns a PDF of one page that draws `content`, with named drawings whose streams are `inner`. */
function pdfOf(
  content: string | Buffer,
  drawings: Readonly<Record<string, string>>,
  inner: string | Buffer = 'x',
): Buffer {
  const names = Object.keys(drawings);
  const resources = names.map((name, index) => `/${name} ${index + 4} 0 R`).join(' ');
  const objects = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from(
      `<< /Type /Pages /Count 1 /Kids [<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 3 0 R /Resources << /XObject << ${resources} >> >> >>] >>`,
    ),
    stream('', content),
    ...Object.values(drawings).map((entries) => stream(`/Type /XObject ${entries}`, inner)),
  ];
  const numbered = objects.map((object, index) =>
    Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]),
  );
  return Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    ...numbered,
    Buffer.from(`trailer << /Root 1 0 R /Size ${objects.length + 1} >>\nstartxref\n0\n%%EOF\n`),
  ]);
}

function stream(entries: string, content: string | Buffer): Buffer {
  const packed = deflateSync(content, { level: 9 });
  return Buffer.concat([
    Buffer.from(`<< ${entries} /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`),
    packed,
    Buffer.from('\nendstream'),
  ]);
}
