import { deflateRawSync } from 'node:zlib';
import sharp from 'sharp';
import { makePng, pngChunks } from '#server/adapters/converter/png.ts';
import type { ZipEntry } from '#server/adapters/converter/zip.ts';
import { zipOf } from './zip-of.ts';

/** Makes small files for tests, benchmarks and made-up applicants, so that none has to be kept in the repository. */

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const OFFICE_RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE_RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const MAIN_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

const NAMESPACES = `xmlns:w="${WORD}" xmlns:r="${OFFICE_RELATIONSHIPS}" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture" xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml"`;

interface DocxParts {
  /** Markup of `w:body`. */
  readonly body: string;
  /** `Relationship` elements of the main part. */
  readonly relationships?: string;
  readonly mainName?: string;
  readonly mainType?: string;
  /** Further `Default` and `Override` elements. */
  readonly types?: string;
  readonly more?: readonly ZipEntry[];
}

export function paragraph(text: string): string {
  return `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
}

/** Returns a Word document of these parts. */
export function makeDocx(parts: DocxParts): Buffer {
  const { body, relationships = '', mainName = 'word/document.xml', mainType = MAIN_TYPE } = parts;
  const { types = '', more = [] } = parts;
  const entry = (name: string, content: string): ZipEntry => ({ name, content: Buffer.from(content) });
  return zipOf([
    entry(
      '[Content_Types].xml',
      `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Override PartName="/${mainName}" ContentType="${mainType}"/>${types}</Types>`,
    ),
    entry(
      '_rels/.rels',
      `${XML}<Relationships xmlns="${PACKAGE_RELATIONSHIPS}"><Relationship Id="rId1" Type="${OFFICE_RELATIONSHIPS}/officeDocument" Target="${mainName}"/></Relationships>`,
    ),
    entry(
      mainName.replace(/[^/]*$/, '_rels/$&.rels'),
      `${XML}<Relationships xmlns="${PACKAGE_RELATIONSHIPS}">${relationships}</Relationships>`,
    ),
    entry(
      mainName,
      `${XML}<w:document ${NAMESPACES}><w:body>${body}<w:sectPr><w:pgSz w:w="12240" w:h="15840"/></w:sectPr></w:body></w:document>`,
    ),
    ...more,
  ]);
}

/** Returns an XML part for `word/`, with its entries in `types` and `relationships`. */
export function wordPart(name: string, kind: string, xml: string) {
  const type = `application/vnd.openxmlformats-officedocument.wordprocessingml.${kind}+xml`;
  return {
    types: `<Override PartName="/word/${name}" ContentType="${type}"/>`,
    relationships: relationship(`r-${name}`, kind, name),
    entry: { name: `word/${name}`, content: Buffer.from(`${XML}${xml.replace(/\/?>/, ` ${NAMESPACES}$&`)}`) },
  };
}

/** Returns a relationship of a Word document's main part. */
export function relationship(id: string, type: string, target: string, isExternal = false): string {
  const mode = isExternal ? ' TargetMode="External"' : '';
  return `<Relationship Id="${id}" Type="${OFFICE_RELATIONSHIPS}/${type}" Target="${target}"${mode}/>`;
}

/** Returns a picture in the text; `source` is `r:embed="…"` or `r:link="…"`. */
export function picture(source: string): string {
  return `<w:p><w:r><w:drawing><wp:inline><wp:extent cx="914400" cy="914400"/><wp:docPr id="1" name="p"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="1" name="p"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip ${source}/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="914400" cy="914400"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;
}

/** Returns a field, such as `INCLUDETEXT "file:///etc/hostname"`. */
export function field(instruction: string): string {
  return `<w:p><w:r><w:fldChar w:fldCharType="begin" w:dirty="true"/></w:r><w:r><w:instrText xml:space="preserve"> ${instruction} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>?</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`;
}

/** Returns an archive with one entry whose declared size may be wrong. */
export function makeBomb(bytes: number, declaredBytes: number): Buffer {
  const archive = zipOf([{ name: '[Content_Types].xml', content: Buffer.alloc(bytes) }]);
  const packedBytes = deflateRawSync(Buffer.alloc(bytes), { level: 1 }).length;
  const central = archive.indexOf(Buffer.from('PK\u0001\u0002'));
  archive.writeUInt32LE(packedBytes, central + 20);
  archive.writeUInt32LE(declaredBytes, central + 24);
  return archive;
}

/** The colors of an upright test picture's corners, clockwise from the top left. */
export const CORNERS = {
  topLeft: 'red',
  topRight: 'lime',
  bottomRight: 'blue',
  bottomLeft: 'black',
} as const;

export interface PictureOptions {
  readonly type: 'png' | 'jpeg';
  /** EXIF orientation, 1 to 8. The pixels are stored so that a reader that obeys it shows the picture upright. */
  readonly orientation?: number;
  readonly color?: 'rgb' | 'gray' | 'cmyk' | 'alpha' | 'palette' | '16bit' | 'progressive';
  readonly width?: number;
  readonly height?: number;
}

/** Returns a picture with a different color in each corner, so that a test can check its orientation. */
export async function makePicture(options: PictureOptions): Promise<Buffer> {
  const { type, orientation = 1, color = 'rgb', width = 600, height = 400 } = options;
  const [w, h] = [Math.floor(width / 2), Math.floor(height / 2)];
  const rect = (fill: string, x: number, y: number) =>
    `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fill}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${rect(CORNERS.topLeft, 0, 0)}${rect(CORNERS.topRight, w, 0)}${rect(CORNERS.bottomRight, w, h)}${color === 'alpha' ? '' : rect(CORNERS.bottomLeft, 0, h)}</svg>`;
  const upright = await sharp(Buffer.from(svg)).png().toBuffer();
  const laid = await sharp(await layFor(upright, orientation))
    .png()
    .toBuffer();
  let image = sharp(laid);
  if (color !== 'alpha') image = image.flatten({ background: 'white' });
  if (color === 'gray') image = image.toColourspace('b-w');
  if (color === 'cmyk') image = image.toColourspace('cmyk');
  if (color === '16bit') image = image.toColourspace('rgb16');
  const file = await (type === 'png'
    ? image.png({ palette: color === 'palette', progressive: color === 'progressive' }).toBuffer()
    : image.jpeg({ quality: 92, progressive: color === 'progressive' }).toBuffer());
  if (orientation === 1) return file;
  return type === 'png' ? pngWithOrientation(file, orientation) : jpegWithOrientation(file, orientation);
}

/** Inserts an EXIF segment that contains only the orientation at the beginning of a JPEG. */
function jpegWithOrientation(jpeg: Buffer, orientation: number): Buffer {
  const content = Buffer.concat([Buffer.from('Exif\0\0'), exifOf(orientation)]);
  return Buffer.concat([jpeg.subarray(0, 2), jpegSegment(0xe1, content), jpeg.subarray(2)]);
}

/** Inserts an EXIF chunk that contains only the orientation into a PNG. */
function pngWithOrientation(png: Buffer, orientation: number): Buffer {
  const [header, ...others] = pngChunks(png) ?? [];
  if (header === undefined) throw new Error('This is no PNG.');
  return makePng([header, { type: 'eXIf', content: exifOf(orientation) }, ...others]);
}

function exifOf(orientation: number): Buffer {
  const exif = Buffer.from('4d4d002a0000000800010112000300000001000000000000000000', 'hex');
  exif.writeUInt16BE(orientation, 18);
  return exif.subarray(0, 26);
}

export function jpegSegment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

/** Turns an upright picture as a camera would have stored it with this orientation. */
async function layFor(upright: Buffer, orientation: number): Promise<Buffer> {
  const turned = (degrees: number, image = upright) => sharp(image).rotate(degrees).toBuffer();
  const mirrored = (image = upright) => sharp(image).flop().toBuffer();
  switch (orientation) {
    case 2:
      return mirrored();
    case 3:
      return turned(180);
    case 4:
      return mirrored(await turned(180));
    case 5:
      return mirrored(await turned(90));
    case 6:
      return turned(270);
    case 7:
      return mirrored(await turned(270));
    case 8:
      return turned(90);
    default:
      return upright;
  }
}
