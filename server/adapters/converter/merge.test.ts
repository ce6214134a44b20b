import { degrees, PDFDocument, PDFName, PDFNumber, PDFString, rgb, type PDFPage } from '@cantoo/pdf-lib';
import type { Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import { testEach } from '#testing/test-each.ts';
import type { Sheet } from './paper.ts';
import { makePdf, saved, withLayers } from '#server/testing/files/pdf-corpus.ts';
import { factsOf, insideOf, isSound, pageOf, textOf } from '#server/testing/files/probe.ts';
import { makeDocx, paragraph } from '#server/testing/files/corpus.ts';
import { useConverter } from '#server/testing/files/test-converter.ts';

const { converter, pdfOf } = useConverter();

/** One printed page, and blank sheets behind it. */
async function print(sheetsOf: readonly (readonly Sheet[])[]): Promise<Uint8Array> {
  const printed = await makePdf(1, 'Application');
  printed.setTitle('The application');
  for (const { paper } of sheetsOf.flat()) printed.addPage([...paper]);
  return printed.save();
}

const merge = (...pdfs: readonly Uint8Array[]) => converter.merge(pdfs, print);

type Box = readonly [left: number, bottom: number, right: number, top: number];

/** Returns a PDF whose page shows four colors in a box, and red wherever else something could be drawn. */
async function colored(box: Box, adjust: (page: PDFPage, pdf: PDFDocument) => unknown = () => undefined) {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage();
  const [left, bottom, right, top] = box;
  page.setMediaBox(left, bottom, right - left, top - bottom);
  const [width, height] = [(right - left) / 2, (top - bottom) / 2];
  page.drawRectangle({ x: left - 999, y: bottom - 999, width: 20_000, height: 20_000, color: rgb(1, 0, 0) });
  for (const [x, y, color] of [
    [left, bottom, rgb(0, 0, 1)],
    [left + width, bottom, rgb(0, 1, 0)],
    [left, bottom + height, rgb(0, 1, 1)],
    [left + width, bottom + height, rgb(0.9, 0.9, 0.9)],
  ] as const)
    page.drawRectangle({ x, y, width, height, color });
  await adjust(page, pdf);
  return saved(pdf);
}

const LETTER: Box = [0, 0, 612, 792];

/** Adds a filled-in field in a corner, with a conspicuous background. */
function withField(page: PDFPage, pdf: PDFDocument): void {
  const field = pdf.getForm().createTextField('name');
  field.setText('Ada');
  const { x, y } = page.getCropBox();
  field.addToPage(page, { x: x + 20, y: y + 40, width: 150, height: 60, backgroundColor: rgb(1, 1, 0) });
}

const turned = (angle: number) => (page: PDFPage, pdf: PDFDocument) => {
  withField(page, pdf);
  page.setRotation(degrees(angle));
};

const KINDS = {
  'on Letter': colored(LETTER, withField),
  'on A4': colored([0, 0, 595.28, 841.89], withField),
  wide: colored([0, 0, 792, 612], withField),
  'on Legal': colored([0, 0, 612, 1008]),
  small: colored([0, 0, 300, 400], withField),
  'of the largest size': colored([0, 0, 14_400, 14_400]),
  'long as a screenshot': colored([0, 0, 400, 6000], withField),
  'turned by 90°': colored(LETTER, turned(90)),
  'turned by 180°': colored(LETTER, turned(180)),
  'turned by 270°': colored(LETTER, turned(270)),
  'turned by -90°': colored([0, 0, 595.28, 841.89], turned(-90)),
  'with a box that begins elsewhere': colored([100, -50, 712, 742], withField),
  'with the corners of its box exchanged': colored(LETTER, (page) =>
    page.node.set(PDFName.of('MediaBox'), page.doc.context.obj([612, 792, 0, 0])),
  ),
  cropped: colored([60, 80, 500, 700], (page, pdf) => {
    page.setMediaBox(0, 0, 612, 792);
    page.setCropBox(60, 80, 440, 620);
    withField(page, pdf);
  }),
  'cropped and turned': colored([60, 80, 500, 700], (page, pdf) => {
    page.setMediaBox(0, 0, 612, 792);
    page.setCropBox(60, 80, 440, 620);
    turned(90)(page, pdf);
  }),
  'cropped to more than there is': colored(LETTER, (page) => page.setCropBox(-50, -50, 800, 900)),
  'to be trimmed by a printer': colored(LETTER, (page) => page.setTrimBox(100, 100, 300, 300)),
  'with larger units': colored([0, 0, 306, 396], (page, pdf) => {
    withField(page, pdf);
    page.node.set(PDFName.of('UserUnit'), PDFNumber.of(2));
  }),
  'with larger units, turned': colored([0, 0, 306, 396], (page, pdf) => {
    turned(90)(page, pdf);
    page.node.set(PDFName.of('UserUnit'), PDFNumber.of(2));
  }),
  'whose content saves more states than it restores': colored(LETTER, (page, pdf) =>
    page.node.addContentStream(pdf.context.register(pdf.context.stream('q q 0.5 0 0 0.5 0 0 cm'))),
  ),
  'whose content restores more states than it saves': colored(LETTER, (page, pdf) => {
    const stray = pdf.context.register(pdf.context.stream('Q Q Q 1 0 0 rg 700 0 50 50 re f'));
    page.node.addContentStream(stray);
  }),
  'with an annotation beside it': colored(LETTER, (page, pdf) => {
    const field = pdf.getForm().createTextField('beside');
    field.addToPage(page, { x: 10, y: -100, width: 300, height: 90, backgroundColor: rgb(1, 0, 0) });
  }),
};

testEach(Object.entries(KINDS))(
  'a page %s is on its sheet as a reader shows it',
  { short: 6 },
  async (_, made) => {
    const pdf = await made;
    let sheet: Sheet | undefined;
    const merged = await converter.merge([pdf], (sheetsOf) => {
      [sheet] = sheetsOf.flat();
      return print(sheetsOf);
    });
    if (sheet === undefined) throw new Error('There is a sheet for each page.');
    expect(isSound(merged)).toBe(true);
    const { paper, page } = sheet;
    const [width, height] = [Math.round(page[0] / 2), Math.round(page[1] / 2)];
    const onPaper = [Math.round(paper[0] / 2), Math.round(paper[1] / 2)] as const;
    const left = Math.round((onPaper[0] - width) / 2);
    const top = Math.round((onPaper[1] - height) / 2);
    const alone = pageOf(pdf, 1, [width, height]);
    const expected = alone.extend({
      left,
      top,
      right: onPaper[0] - width - left,
      bottom: onPaper[1] - height - top,
      background: 'white',
    });
    expect(await differingShare(expected, pageOf(merged, 2, onPaper))).toBeLessThan(0.015);
  },
);

/** Returns the share of pixels that differ clearly. Those along edges may. */
async function differingShare(one: Sharp, other: Sharp): Promise<number> {
  const [expected, found] = await Promise.all([one.raw().toBuffer(), other.raw().toBuffer()]);
  expect(found.length).toBe(expected.length);
  const differing = expected.filter((value, index) => Math.abs(value - (found[index] ?? 0)) > 64);
  return differing.length / expected.length;
}

test('documents follow the printed pages, in their order, under their title', { tags: 'slow' }, async () => {
  const word = await pdfOf(makeDocx({ body: paragraph('Letter of a professor') }));
  const merged = await merge(await saved(await makePdf(2)), word);
  expect(isSound(merged)).toBe(true);
  expect(factsOf(merged)).toMatchObject({ Pages: '4', Title: 'The application' });
  expect(textOf(merged)).toMatch(
    /Application 1\s+\fUnofficial transcript 1\s+\fUnofficial transcript 2\s+\fLetter of a professor/,
  );
  // The numbers would point into the tags of the application.
  expect(insideOf(word)).toContain('/StructParents');
  expect(insideOf(merged)).not.toContain('/StructParent');
});

test('without documents, the result is the printed document', async () => {
  const merged = await merge();
  expect(factsOf(merged)['Pages']).toBe('1');
});

test('fields of the same name keep their own values, and links to the web', async () => {
  const filled = async (value: string) => {
    const pdf = await makePdf(2);
    const field = pdf.getForm().createTextField('name');
    field.setText(value);
    for (const page of pdf.getPages()) field.addToPage(page, { x: 72, y: 500, width: 200, height: 30 });
    const [first, second] = pdf.getPages();
    for (const entries of [
      { A: { S: 'URI', URI: PDFString.of(`https://${value}.example/`) } },
      { Dest: [second?.ref ?? null, 'Fit'] },
    ])
      first?.node.addAnnot(
        pdf.context.register(
          pdf.context.obj({ Type: 'Annot', Subtype: 'Link', Rect: [72, 400, 272, 420], ...entries }),
        ),
      );
    return saved(pdf);
  };
  const merged = await merge(await filled('Ada'), await filled('Ben'));
  const pages = textOf(merged).split('\f');
  expect(pages.map((text) => /Ada|Ben/.exec(text)?.[0])).toEqual([
    undefined,
    'Ada',
    'Ada',
    'Ben',
    'Ben',
    undefined,
  ]);
  const form = (await PDFDocument.load(merged)).getForm();
  const names = form.getFields().map((field) => field.getName());
  expect(new Set(names).size).toBe(names.length);
  expect(names.map((name) => form.getTextField(name).getText())).toEqual(['Ada', 'Ada', 'Ben', 'Ben']);
  const inside = insideOf(merged);
  expect(inside.match(/https:\/\/\w+\.example\//g)).toEqual(['https://Ada.example/', 'https://Ben.example/']);
  expect(inside).not.toContain('/Dest');
});

describe('layers', () => {
  const shown = async (pdf: Uint8Array, page: number) => {
    const pixels = await pageOf(pdf, page, [306, 396]).raw().toBuffer();
    const at = (index: number) => [
      pixels[3 * index] ?? 0,
      pixels[3 * index + 1] ?? 0,
      pixels[3 * index + 2] ?? 0,
    ];
    const all = Array.from({ length: pixels.length / 3 }, (_, index) => at(index));
    return {
      red: all.some(([red = 0, green = 0, blue = 0]) => red - Math.max(green, blue) > 100),
      blue: all.some(([red = 0, green = 0, blue = 0]) => blue - Math.max(red, green) > 100),
    };
  };

  test('that a document shows are shown', async () => {
    const pdf = await saved(await withLayers('none'));
    const merged = await merge(await saved(await makePdf(1)), pdf, pdf);
    expect(isSound(merged)).toBe(true);
    for (const page of [3, 4]) expect(await shown(merged, page)).toEqual({ red: true, blue: true });
    expect(insideOf(merged)).not.toContain('Admissions');
  });
});
