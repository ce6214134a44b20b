import { randomBytes } from 'node:crypto';
import { PDFDocument } from '@cantoo/pdf-lib';
import { describe, expect } from 'vitest';
import { testEach } from '#testing/test-each.ts';
import { zipOf } from '#server/testing/files/zip-of.ts';
import { makeBomb, makeDocx, paragraph, relationship } from '#server/testing/files/corpus.ts';
import { MAX_PAGES } from './outcome.ts';
import {
  encrypted,
  makePdf,
  saved,
  withCircle,
  withCount,
  withForms,
  withPage,
  withUserUnit,
} from '#server/testing/files/pdf-corpus.ts';
import { useConverter } from '#server/testing/files/test-converter.ts';

const { refusalOf } = useConverter();

describe('what is refused, with a sentence', () => {
  const docx = makeDocx({ body: paragraph('Hello') });

  testEach<[name: string, file: () => Buffer | Promise<Buffer>, sentence: RegExp]>([
    ['nothing at all', () => Buffer.alloc(0), /empty/],
    ['zeros', () => Buffer.alloc(5000), /do not know this kind/],
    ['a web page', () => Buffer.from('<!-- x --><HTML><script>1</script>'), /web page/],
    ['a web page with a PDF inside', () => Buffer.from('<html>%PDF-1.7 %%EOF'), /web page/],
    ['an SVG', () => Buffer.from('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>'), /SVG/],
    ['a HEIC photo', () => Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic'), /JPEG/],
    [
      'an old Word document',
      () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]),
      /password/,
    ],
    ['an RTF document', () => Buffer.from('{\\rtf1 hello}'), /RTF/],
    ['a locked PDF', async () => encrypted(await saved(await makePdf()), 'secret'), /password/],
    [
      'a PDF cut in half',
      async () => saved(await makePdf(9)).then((file) => file.subarray(0, file.length / 2)),
      /end of this PDF is missing/,
    ],
    ['a PDF of noise', () => Buffer.from(`%PDF-1.7\n${'x'.repeat(500)}\n%%EOF`), /damaged/],
    [
      'a PDF without pages',
      async () => Buffer.from(await (await PDFDocument.create()).save({ addDefaultPage: false })),
      /no pages/,
    ],
    [
      'a PDF of a page of 350 meters',
      async () => saved(await withPage(1_000_000, 792)),
      /larger than a page can be/,
    ],
    [
      'a PDF of a page upside down',
      async () => saved(await withPage(612, -14_401)),
      /larger than a page can be/,
    ],
    [
      'a PDF of a page of ten miles',
      async () => saved(await withUserUnit(1000)),
      /larger than a page can be/,
    ],
    [
      'a PDF of a page of ten miles whose box stands above it',
      async () => saved(await withUserUnit(1000, true)),
      /larger than a page can be/,
    ],
    ['a PDF of forms within forms within forms', async () => saved(await withForms(12)), /too complex/],
    ['a PDF that denies its pages', () => withCount(0), /damaged/],
    ['a Word document cut in half', () => docx.subarray(0, docx.length / 2), /damaged/],
    [
      'a docm',
      () => makeDocx({ body: '', mainType: 'application/vnd.ms-word.document.macroEnabled.main+xml' }),
      /macros/,
    ],
    [
      'a docx with a macro project',
      () => makeDocx({ body: '', more: [{ name: 'word/vbaProject.bin', content: Buffer.from('x') }] }),
      /macros/,
    ],
    ['a PDF of too many pages', async () => saved(await makePdf(MAX_PAGES + 1), true), /more than 200 pages/],
    ['a docx that is all but XML', () => makeDocx({ body: '<w:p><w:r>' }), /cannot be opened/],
    ['a zip bomb that admits it', () => makeBomb(200_000_000, 200_000_000), /unpacks to far more/],
    ['a zip bomb that lies', () => makeBomb(200_000_000, 5000), /damaged/],
    ['a PDF of forms that draw each other', async () => saved(await withCircle()), /too complex/],
    [
      'a PDF that nobody is ever done with, though it looks simple',
      async () => saved(await withForms(12, true)),
      /too complex/,
    ],
    ['an archive', () => zipOf([{ name: 'a.txt', content: Buffer.from('a') }]), /not a Word document/],
    [
      'a spreadsheet',
      () =>
        makeDocx({
          body: '',
          mainType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
        }),
      /not a Word document/,
    ],
    [
      'entities in a docx',
      () =>
        makeDocx({
          body: '',
          more: [
            {
              name: 'word/x.xml',
              content: Buffer.from('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'),
            },
          ],
          relationships: relationship('rId1', 'header', 'x.xml'),
        }),
      /built in a way/,
    ],
    [
      'a docx with more links than anybody follows',
      () =>
        makeDocx({
          body: '',
          relationships: `<Relationship ${'a=""'.repeat(2_000_000)}/>`,
          more: [{ name: 'word/noise', content: randomBytes(100_000) }],
        }),
      /unpacks to far more/,
    ],
    [
      'a path that climbs out',
      () => makeDocx({ body: '', more: [{ name: '../../etc/cron.d/x', content: Buffer.from('x') }] }),
      /built in a way/,
    ],
    [
      'too many entries',
      () =>
        makeDocx({
          body: '',
          more: Array.from({ length: 3000 }, (_, index) => ({
            name: `word/${index}.xml`,
            content: Buffer.from('<a/>'),
          })),
        }),
      /unpacks to far more/,
    ],
  ])('%s', { short: 21, long: 25 }, async (_, file, sentence) => {
    const message = await refusalOf(await file());
    expect(message).toMatch(sentence);
  });
});
