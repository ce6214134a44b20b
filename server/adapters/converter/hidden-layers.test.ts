import { PDFDocument } from '@cantoo/pdf-lib';
import { describe, expect, test } from 'vitest';
import { testEach } from '#testing/test-each.ts';
import { PAGE_WORDS, pageObjects, streamObject, writePdf } from '#server/testing/files/pdf-corpus.ts';
import { colorsOf, insideOf, textOf } from '#server/testing/files/probe.ts';
import { useConverter } from '#server/testing/files/test-converter.ts';

const { pdfOf } = useConverter();

type Parts = Parameters<typeof pageObjects>[0];

const words = `BT /F1 18 Tf 72 700 Td (${PAGE_WORDS}) Tj ET`;
const red = '1 0 0 rg 100 500 200 60 re f';
const blue = '0 0 1 rg 100 400 200 60 re f';
const layer = (usage = '') => `<< /Type /OCG /Name (layer) /Usage << ${usage} >> >>`;
const marked = (name: string, content: string) => `/OC /${name} BDC ${content} EMC`;
const box = '/MediaBox [0 0 612 792]';
const drawing = '/Type /XObject /Subtype /Form /BBox [0 0 612 792]';

/** A page with something red in the layer R (object 6), and something blue in the layer B (object 7). */
function layered(setting: string, { more = [], ...parts }: NonNullable<Parts> = {}): Parts {
  return {
    content: [words, marked('R', red), marked('B', blue)].join('\n'),
    resources: '/Properties << /R 6 0 R /B 7 0 R >>',
    ...parts,
    catalog: `/OCProperties << /OCGs [6 0 R 7 0 R] /D << ${setting} >> >>`,
    more: more.length === 0 ? [layer(), layer()] : more,
  };
}

const redIsOff = '/OFF [6 0 R]';
const annotation = (color: string, y: number, more = '') =>
  `<< /Type /Annot /Subtype /Square /Rect [100 ${y} 300 ${y + 60}] /C [${color}] /IC [${color}] ${more} >>`;
const usage = '/View << /ViewState /OFF >> /Print << /PrintState /ON >>';
const conditions = (first: string, second: string): Parts =>
  layered('', {
    resources: '/Properties << /R 8 0 R /B 9 0 R >>',
    more: [
      layer(),
      layer(),
      `<< /Type /OCMD /OCGs [6 0 R 7 0 R] ${first} >>`,
      `<< /Type /OCMD /OCGs [6 0 R] ${second} >>`,
    ],
  });

/** What nobody sees in the upload is red; what everybody sees is blue. */
const HIDDEN: [what: string, parts: Parts][] = [
  ['a layer that is off', layered(redIsOff)],
  ['layers of which one is on', layered('/BaseState /OFF /ON [7 0 R]')],
  [
    'a layer for printing only',
    layered('/AS [<< /Event /View /Category [/View] /OCGs [6 0 R 7 0 R] >>]', {
      more: [layer(usage), layer()],
    }),
  ],
  [
    'a layer that is off, on when printed',
    layered(`${redIsOff} /AS [<< /Event /Print /Category [/Print] /OCGs [6 0 R] >>]`, {
      more: [layer(usage), layer()],
    }),
  ],
  ['a condition of no layer on', conditions('/P /AllOff', '/P /AllOn')],
  ['a condition of any layer off', conditions('/P /AnyOff', '')],
  ['a condition in words', conditions('/VE [/Not [/Or 6 0 R 7 0 R]]', '/VE [/And 6 0 R 7 0 R]')],
  [
    'a hidden layer within another',
    layered(redIsOff, { content: `${words} ${marked('B', `${blue} ${marked('R', red)} ${blue}`)}` }),
  ],
  [
    'a layer within a hidden one',
    layered(redIsOff, { content: `${words} ${blue} ${marked('R', `${marked('B', red)} ${red}`)}` }),
  ],
  [
    'hidden content that also moves what follows',
    layered(redIsOff, {
      content: `${words} ${marked('R', `q 0.5 0 0 0.5 0 0 cm ${red} Q 1 0 0 RG`)} ${blue}`,
    }),
  ],
  [
    'a hidden drawing',
    layered(redIsOff, {
      content: `${words} /X Do ${blue}`,
      resources: '/XObject << /X 8 0 R >>',
      more: [layer(), layer(), streamObject(red, `${drawing} /OC 6 0 R`)],
    }),
  ],
  [
    'a layer in a drawing',
    layered(redIsOff, {
      content: `${words} /X Do ${blue}`,
      resources: '/XObject << /X 8 0 R >>',
      more: [
        layer(),
        layer(),
        streamObject(marked('R', red), `${drawing} /Resources << /Properties << /R 6 0 R >> >>`),
      ],
    }),
  ],
  [
    'a hidden annotation beside others',
    layered(redIsOff, {
      content: words,
      page: `${box} /Annots [${annotation('1 0 0', 500, '/OC 6 0 R')} ${annotation('0 0 1', 400)} ${annotation('1 0 0', 300, '/F 2')} ${annotation('1 0 0', 200, '/F 36')}]`,
    }),
  ],
  [
    'a hidden layer on a page that is turned and cut out',
    layered(redIsOff, { page: `${box} /CropBox [50 300 500 750] /Rotate 90` }),
  ],
];

describe('what a PDF hides in layers stays hidden', () => {
  testEach(HIDDEN)('%s', { short: 2 }, async (_, parts) => {
    const pdf = await pdfOf(writePdf(pageObjects(parts)));
    const copy = await PDFDocument.create();
    for (const page of await copy.copyPages(await PDFDocument.load(pdf), [0])) copy.addPage(page);

    for (const shown of [pdf, await copy.save()]) {
      expect(await colorsOf(shown)).toEqual(['blue']);
      expect(textOf(shown)).toContain(PAGE_WORDS);
    }
    expect(insideOf(pdf)).not.toMatch(/\/OC(G|MD|Properties)?\b/);
  });

  test('layers that are all shown stay as they are', async () => {
    const pdf = await pdfOf(writePdf(pageObjects(layered('/ON [6 0 R]'))));
    expect(await colorsOf(pdf)).toEqual(['red', 'blue']);
    expect(insideOf(pdf)).toContain('/OCProperties');
  });
});
