import {
  concatTransformationMatrix,
  drawObject,
  PDFDocument,
  PDFName,
  PDFRawStream,
  popGraphicsState,
  pushGraphicsState,
} from '@cantoo/pdf-lib';
import { paperFor } from './paper.ts';

/** A picture in a form that a PDF can contain. */
export interface PdfImage {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
  readonly components: number;
  readonly filter: 'DCTDecode' | 'FlateDecode';
  /** EXIF orientation, 1 to 8: how a reader has to turn the stored pixels. */
  readonly orientation: number;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const MARGIN_PT = 18;
/** A small picture is printed no larger than a screen would show it. */
const MAX_PT_PER_PIXEL = 72 / 96;
const PNG_PREDICTOR = 15;

/** Returns a PDF page with one upright picture, as large as the page and the picture's resolution allow. */
export async function imagePage(image: PdfImage): Promise<Buffer> {
  const isTurned = image.orientation >= 5;
  const [width, height] = isTurned ? [image.height, image.width] : [image.width, image.height];
  const size = paperFor([width, height]);
  const scale = Math.min(
    (size[0] - 2 * MARGIN_PT) / width,
    (size[1] - 2 * MARGIN_PT) / height,
    MAX_PT_PER_PIXEL,
  );
  const box = {
    width: width * scale,
    height: height * scale,
    x: (size[0] - width * scale) / 2,
    y: size[1] - MARGIN_PT - height * scale,
  };

  const pdf = await PDFDocument.create();
  pdf.setTitle('Attached document');
  pdf.setLanguage('en-US');
  const page = pdf.addPage([...size]);
  const picture = pdf.context.register(PDFRawStream.of(pdf.context.obj(imageDictionary(image)), image.bytes));
  const name = PDFName.of('Picture');
  page.node.setXObject(name, picture);
  page.pushOperators(
    pushGraphicsState(),
    concatTransformationMatrix(...placement(image.orientation, box)),
    drawObject(name),
    popGraphicsState(),
  );
  const { buffer, byteOffset, byteLength } = await pdf.save();
  return Buffer.from(buffer, byteOffset, byteLength);
}

function imageDictionary({ bytes, width, height, components, filter }: PdfImage) {
  return {
    Type: 'XObject',
    Subtype: 'Image',
    Width: width,
    Height: height,
    BitsPerComponent: 8,
    ColorSpace: components === 1 ? 'DeviceGray' : 'DeviceRGB',
    Filter: filter,
    Length: bytes.length,
    ...(filter === 'FlateDecode' && {
      DecodeParms: { Predictor: PNG_PREDICTOR, Colors: components, BitsPerComponent: 8, Columns: width },
    }),
  };
}

type Matrix = [a: number, b: number, c: number, d: number, e: number, f: number];

/** Returns the matrix that maps the unit square of the stored picture upright into its box. */
function placement(orientation: number, { x, y, width, height }: Box): Matrix {
  const [right, top] = [x + width, y + height];
  switch (orientation) {
    case 2:
      return [-width, 0, 0, height, right, y];
    case 3:
      return [-width, 0, 0, -height, right, top];
    case 4:
      return [width, 0, 0, -height, x, top];
    case 5:
      return [0, -height, -width, 0, right, top];
    case 6:
      return [0, -height, width, 0, x, top];
    case 7:
      return [0, height, width, 0, x, y];
    case 8:
      return [0, height, -width, 0, right, y];
    default:
      return [width, 0, 0, height, x, y];
  }
}
