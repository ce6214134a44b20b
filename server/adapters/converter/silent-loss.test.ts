import { PDFName, PDFString } from '@cantoo/pdf-lib';
import { describe, expect, test } from 'vitest';
import { testEach } from '#testing/test-each.ts';
import {
  PAGE_WORDS,
  makePdf,
  pageObjects,
  saved,
  streamObject,
  writePdf,
} from '#server/testing/files/pdf-corpus.ts';
import { insideOf, pixelsOf, textOf } from '#server/testing/files/probe.ts';
import { useConverter } from '#server/testing/files/test-converter.ts';

const { converter, pdfOf } = useConverter();

const drawing = '/Type /XObject /Subtype /Form /BBox [0 0 200 60]';
const redBox = streamObject('1 0 0 rg 0 0 200 60 re f', drawing);

describe('a PDF whose content is not on its pages is refused', () => {
  const embedded = (name: string, type = 'application#2fpdf', more = '') => ({
    catalog: `/Names << /EmbeddedFiles << /Names [(${name}) 6 0 R] >> >>`,
    more: [
      `<< /Type /Filespec /F (${name}) /EF << /F 7 0 R >> ${more} >>`,
      streamObject('CANARY', `/Type /EmbeddedFile /Subtype /${type}`),
    ],
  });
  const portfolio = embedded('grades.xml', 'text#2fxml');
  const pinned = embedded('scan.jpg', 'image#2fjpeg');
  const pin = '<< /Type /Annot /Subtype /FileAttachment /Rect [72 500 92 520] /FS 6 0 R >>';
  const please =
    'If this message is not eventually replaced by the proper contents of the document, your PDF';
  const widget = '<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /Rect [72 500 300 520] >>';

  testEach([
    [
      'a portfolio',
      { ...portfolio, catalog: `/Collection << /View /D >> ${portfolio.catalog}` },
      'pdf-attachments',
    ],
    ['another PDF inside it', embedded('second page.pdf'), 'pdf-attachments'],
    ['a Word document inside it', embedded('letter.DOCX', 'octet'), 'pdf-attachments'],
    ['a nameless picture inside it', embedded('attachment', 'image#2fpng'), 'pdf-attachments'],
    [
      'a scan pinned to its page',
      { ...pinned, catalog: '', page: `/MediaBox [0 0 612 792] /Annots [${pin}]` },
      'pdf-attachments',
    ],
    [
      'a form with no field',
      { catalog: '/AcroForm << /Fields [] /XFA 6 0 R >>', more: [streamObject('<xdp/>')] },
      'pdf-dynamic-form',
    ],
    [
      'a form whose field is on no page',
      {
        catalog: '/AcroForm << /Fields [7 0 R] /XFA [(a) 6 0 R] >>',
        more: [streamObject('<xdp/>'), '<< /FT /Tx /T (name) >>'],
      },
      'pdf-dynamic-form',
    ],
    [
      'a form whose page asks to wait, though a field is on it',
      {
        catalog: '/AcroForm << /Fields [7 0 R] /XFA 6 0 R >>',
        more: [streamObject('<xdp/>'), widget],
        page: '/MediaBox [0 0 612 792] /Annots [7 0 R]',
        content: `BT /F1 11 Tf 72 700 Td (Please wait...) Tj 0 -20 Td (${please}) Tj ET`,
      },
      'pdf-dynamic-form',
    ],
    ['the print of such a form', { content: `BT /F1 11 Tf 72 700 Td (${please}) Tj ET` }, 'pdf-dynamic-form'],
    [
      'the print of a portfolio',
      { content: 'BT /F1 11 Tf 72 700 Td (For the best experience, open this PDF portfolio in) Tj ET' },
      'pdf-attachments',
    ],
  ])('%s', { short: 6 }, async (_, parts, reason) => {
    expect(await converter.convert(writePdf(pageObjects(parts)))).toMatchObject({ status: 'FAILED', reason });
  });

  testEach([
    ['data for programs', embedded('grades.xml', 'text#2fxml')],
    ['its own source', embedded('transcript.docx', 'octet', '/AFRelationship /Source')],
    ['a program', embedded('tool.exe', 'application#2foctet-stream')],
    ['a portfolio of nothing', { catalog: '/Collection << /View /D >>' }],
    [
      'a form with its field on the page',
      {
        catalog: '/AcroForm << /Fields [7 0 R] /XFA 6 0 R >>',
        more: [streamObject('CANARY'), widget],
        page: '/MediaBox [0 0 612 792] /Annots [7 0 R]',
      },
    ],
  ])('but not for %s, which is taken out', { short: 2 }, async (_, parts) => {
    const pdf = await pdfOf(writePdf(pageObjects(parts)));
    expect(textOf(pdf)).toContain(PAGE_WORDS);
    expect(insideOf(pdf)).not.toMatch(/CANARY|EmbeddedFile|XFA|Collection/);
  });
});

describe('content that readers show stays, although its name or kind is one that is removed', () => {
  const annotation = (subtype: string, more: string) => ({
    page: `/MediaBox [0 0 612 792] /Annots [<< /Type /Annot /Subtype /${subtype} /Rect [72 500 272 560] /F 4 ${more} >>]`,
    more: [redBox, sound],
  });
  const shownAs = '/AP << /N 6 0 R >>';
  const sound = streamObject('CANARY', '/Type /Sound /R 8000');

  testEach([
    ...['AA', 'AF', 'EF', 'JS', 'Metadata'].flatMap((name) => [
      [
        `a font named ${name}`,
        { content: `BT /${name} 18 Tf 72 700 Td (${PAGE_WORDS}) Tj ET`, resources: '', fonts: name },
      ] as const,
      [
        `a drawing named ${name}`,
        {
          content: `q 1 0 0 1 72 500 cm /${name} Do Q`,
          resources: `/XObject << /${name} 6 0 R >>`,
          more: [redBox],
        },
      ] as const,
    ]),
    ['the still of a film', annotation('Movie', `${shownAs} /Movie << /F (CANARY.avi) >>`)],
    [
      'the still of a clip',
      annotation('Screen', `${shownAs} /P 3 0 R /AA << /PO << /S /JavaScript /JS (CANARY) >> >>`),
    ],
    ['the still of rich media', annotation('RichMedia', `${shownAs} /RichMediaContent << /X (CANARY) >>`)],
    ['the still of a body', annotation('3D', `${shownAs} /3DD (CANARY)`)],
    ['the sign of a sound', annotation('Sound', `${shownAs} /Sound 7 0 R`)],
    ['the pin of a file', annotation('FileAttachment', `${shownAs} /FS (CANARY.xml)`)],
    ['a stamp', annotation('Stamp', shownAs)],
    ['handwriting', annotation('Ink', `${shownAs} /InkList [[72 500 100 520]]`)],
    [
      'handwriting without a drawing of it',
      annotation('Ink', '/C [0 0 1] /InkList [[80 510 100 520 200 550]]'),
    ],
    ['text put on the page', annotation('FreeText', `${shownAs} /DA (/Helv 12 Tf) /Contents (x)`)],
    [
      'text put on the page without a drawing of it',
      annotation('FreeText', '/DA (/Helv 12 Tf 1 0 0 rg) /Contents (Grade A)'),
    ],
    ['a box', annotation('Square', '/C [1 0 0]')],
    ['a marked line', annotation('Highlight', '/C [1 1 0] /QuadPoints [72 560 272 560 72 500 272 500]')],
    ['a value in a form', annotation('Widget', `${shownAs} /FT /Tx /T (a) /V (x)`)],
    [
      'a value in a form without a drawing of it',
      {
        ...annotation('Widget', '/FT /Tx /T (a) /V (Pat Example) /DA (/F1 12 Tf 0 g)'),
        catalog:
          '/AcroForm << /NeedAppearances true /Fields [] /DR << /Font << /F1 5 0 R >> >> /DA (/F1 12 Tf 0 g) >>',
      },
    ],
  ] as [what: string, Parameters<typeof pageObjects>[0] & { fonts?: string }][])(
    '%s',
    { short: 6 },
    async (_, { fonts, ...parts }) => {
      const objects = pageObjects(parts);
      const file = writePdf(
        objects.map((object) => (fonts === undefined ? object : object.replace('/F1 5', `/${fonts} 5`))),
      );
      const pdf = await pdfOf(file);
      expect(pixelsOf(pdf).equals(pixelsOf(file))).toBe(true);
      expect(pixelsOf(pdf).equals(pixelsOf(writePdf(pageObjects({ content: '' }))))).toBe(false);
      expect(insideOf(pdf)).not.toMatch(/CANARY/);
    },
  );

  test('an action that calls itself a font does not stay', async () => {
    const pdf = await makePdf();
    const { context, catalog } = pdf;
    const uri = { S: 'URI', URI: PDFString.of('https://CANARY.example') };
    catalog.set(PDFName.of('AA'), context.obj({ Type: 'Font', Subtype: 'Type1', O: uri }));
    const inside = insideOf(await pdfOf(await saved(pdf)));
    expect(inside).not.toMatch(/CANARY|\/AA\b/);
  });
});
