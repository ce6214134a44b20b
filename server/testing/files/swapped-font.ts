import { readFileSync } from 'node:fs';

/** The font that draws Word documents in Calibri. */
const CARLITO = '/usr/share/fonts/truetype/crosextra/Carlito-Regular.ttf';
const KEY = '{12345678-9ABC-4DEF-8123-456789ABCDEF}';
const FIRST = 0x20;
const LAST = 0x7e;

interface EmbeddedFont {
  /** The key in its element of the font table. */
  readonly key: string;
  /** As a Word document stores it: its first bytes are scrambled with the key. */
  readonly content: Buffer;
}

/** Makes a font named `family` that draws each letter of `letters` as the next one, and the last as the first. */
export function swappedFont(family: string, letters: string): EmbeddedFont {
  const source = readFileSync(CARLITO);
  const tables = new Map(tablesOf(source));
  const glyphs = glyphsOf(tables.get('cmap') ?? Buffer.alloc(0));
  const drawn = (code: number) => {
    const at = letters.indexOf(String.fromCodePoint(code));
    return glyphs(at === -1 ? code : (letters.codePointAt((at + 1) % letters.length) ?? code));
  };
  tables.set('cmap', cmapOf(drawn));
  tables.set('name', nameOf(family));
  // Signed or made for other shapes of letters.
  for (const tag of ['DSIG', 'GSUB', 'GPOS', 'GDEF', 'kern']) tables.delete(tag);
  const content = fontOf([...tables]);
  const key = Buffer.from(KEY.replace(/[{}-]/g, ''), 'hex').reverse();
  for (let at = 0; at < 32; at += 1) content[at] = (content[at] ?? 0) ^ (key[at % 16] ?? 0);
  return { key: KEY, content };
}

function tablesOf(font: Buffer): [tag: string, table: Buffer][] {
  return Array.from({ length: font.readUInt16BE(4) }, (_, index) => {
    const at = 12 + index * 16;
    const start = font.readUInt32BE(at + 8);
    return [font.toString('latin1', at, at + 4), font.subarray(start, start + font.readUInt32BE(at + 12))];
  });
}

/** Reads a table of format 4, which all such fonts have. */
function glyphsOf(cmap: Buffer): (code: number) => number {
  const starts = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) => cmap.readUInt32BE(8 + index * 8));
  const start = starts.find((offset) => cmap.readUInt16BE(offset) === 4) ?? 0;
  const numSegments = cmap.readUInt16BE(start + 6) / 2;
  return (code) => {
    for (let index = 0; index < numSegments; index += 1) {
      const at = start + 14 + index * 2;
      const first = cmap.readUInt16BE(at + numSegments * 2 + 2);
      if (code > cmap.readUInt16BE(at) || code < first) continue;
      const delta = cmap.readUInt16BE(at + numSegments * 4 + 2);
      const rangeAt = at + numSegments * 6 + 2;
      const range = cmap.readUInt16BE(rangeAt);
      const glyph = range === 0 ? code : cmap.readUInt16BE(rangeAt + range + (code - first) * 2);
      return (glyph + delta) & 0xffff;
    }
    return 0;
  };
}

/** One segment for each letter, and the last one that the format demands. */
function cmapOf(glyphOf: (code: number) => number): Buffer {
  const codes = [...Array.from({ length: LAST - FIRST + 1 }, (_, index) => FIRST + index), 0xffff];
  const deltas = codes.map((code) => (code === 0xffff ? 1 : glyphOf(code) - code) & 0xffff);
  const words = [...codes, 0, ...codes, ...deltas, ...codes.map(() => 0)];
  const head = [4, 14 + words.length * 2, 0, codes.length * 2, 128, 6, codes.length * 2 - 128];
  return Buffer.concat([uint16(0, 1, 3, 1), uint32(12), uint16(...head, ...words)]);
}

function nameOf(family: string): Buffer {
  const texts = [family, 'Regular', family, family, 'Version 1.0', family];
  const encoded = texts.map((text) => Buffer.from(text, 'utf16le').swap16());
  let offset = 0;
  const records = encoded.map((text, index) => {
    const record = uint16(3, 1, 0x409, index + 1, text.length, offset);
    offset += text.length;
    return record;
  });
  return Buffer.concat([uint16(0, texts.length, 6 + texts.length * 12), ...records, ...encoded]);
}

function fontOf(tables: readonly (readonly [tag: string, table: Buffer])[]): Buffer {
  const sorted = tables.toSorted(([one], [other]) => (one < other ? -1 : 1));
  let offset = 12 + sorted.length * 16;
  const list: Buffer[] = [];
  const body: Buffer[] = [];
  for (const [tag, table] of sorted) {
    const padded = Buffer.concat([table, Buffer.alloc((4 - (table.length % 4)) % 4)]);
    list.push(Buffer.from(tag, 'latin1'), uint32(sumOf(padded), offset, table.length));
    body.push(padded);
    offset += padded.length;
  }
  return Buffer.concat([
    uint32(0x00010000),
    uint16(sorted.length, 256, 4, sorted.length * 16 - 256),
    ...list,
    ...body,
  ]);
}

function sumOf(table: Buffer): number {
  let sum = 0;
  for (let at = 0; at < table.length; at += 4) sum = (sum + table.readUInt32BE(at)) >>> 0;
  return sum;
}

function uint16(...values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) buffer.writeUInt16BE(value & 0xffff, index * 2);
  return buffer;
}

function uint32(...values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) buffer.writeUInt32BE(value, index * 4);
  return buffer;
}
