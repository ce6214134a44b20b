import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { testEach } from '#testing/test-each.ts';
import {
  byQpdf,
  encrypted,
  PAGE_WORDS,
  pageObjects,
  streamObject,
  writePdf,
} from '#server/testing/files/pdf-corpus.ts';
import { factsOf, pixelsOf, textOf } from '#server/testing/files/probe.ts';
import { useConverter } from '#server/testing/files/test-converter.ts';

const { converter } = useConverter();

const page = writePdf(pageObjects());
const text = (file: Buffer) => file.toString('latin1');
const bytes = (written: string) => Buffer.from(written, 'latin1');
const footer = '<div class="row">portal footer</div>\n'.repeat(140);
const withContent = (content: string) => writePdf(pageObjects({ content }));
const withTree = (tree: string, more: readonly string[] = []) =>
  writePdf(pageObjects({ more }).with(1, `<< /Type /Pages ${tree} >>`));
const words = `BT /F1 18 Tf 72 700 Td (${PAGE_WORDS}) Tj ET`;
const packed = deflateSync(`${words}\n%${'x'.repeat(500)}`).toString('latin1');
const withPacked = (content: string) =>
  writePdf(pageObjects().with(3, streamObject(content, '/Filter /FlateDecode')));

/** Adds a second version of the page's content, like programs that only append. */
function appended(file: Buffer): Buffer {
  const table = /startxref\s+(\d+)/.exec(text(file))?.[1];
  const at = file.length;
  const object = `4 0 obj\n${streamObject(`${words} 72 600 90 9 re f`)}\nendobj\n`;
  const xref = at + object.length;
  return bytes(
    `${text(file)}${object}xref\n4 1\n${String(at).padStart(10, '0')} 00000 n \ntrailer\n<< /Size 6 /Root 1 0 R /Prev ${table} >>\nstartxref\n${xref}\n%%EOF\n`,
  );
}

const SLOPPY: [what: string, file: Buffer][] = [
  ['the same page twice in its tree', withTree('/Kids [3 0 R 3 0 R] /Count 2')],
  ['a wrong count of pages', withTree('/Kids [3 0 R] /Count 2')],
  ['a stray bracket on its page', withContent(`${words} ]`)],
  ['stray signs and words on its page', withContent(`/X foo bar ${words} >> } { ] q q q`)],
  ['a web page behind its end', bytes(text(page) + footer)],
  ['zeros behind its end', Buffer.concat([page, Buffer.alloc(5000)])],
  ['no end mark', bytes(text(page).replace('%%EOF\n', ''))],
  ['no end mark, and line ends behind it', bytes(text(page).replace('%%EOF\n', '\r\n\r\n'))],
  ['its end mark twice', bytes(`${text(page)}%%EOF\n`)],
  ['something in front of it', bytes(`HTTP/1.1 200 OK\r\nServer: portal\r\n\r\n${text(page)}`)],
  ['line ends of old Macs', writePdf(pageObjects(), { newline: '\r' })],
  ['line ends of Windows that were put in later', bytes(text(page).replaceAll('\n', '\r\n'))],
  ['its objects at wrong places', bytes(text(page).replaceAll(/^00000000(\d\d)/gm, '00000001$1'))],
  [
    'a stray bracket, and its objects at wrong places',
    bytes(text(withContent(`${words} ]`)).replace('xref\n', 'xreff\n')),
  ],
  ['packed content without a checksum', withPacked(packed.slice(0, -4))],
  ['packed content with bytes too many', withPacked(`${packed}\r\njunk`)],
  ['a wrong length of its content', bytes(text(page).replace(/Length \d+/, 'Length 9'))],
  ['packed objects', byQpdf(page, '--object-streams=generate')],
  [
    'packed objects and a web page behind its end',
    bytes(text(byQpdf(page, '--object-streams=generate')) + footer),
  ],
  ['its first page first', byQpdf(page, '--linearize')],
  [
    'its first page first, without an end mark',
    bytes(text(byQpdf(page, '--linearize')).replace(/%%EOF\n$/, '')),
  ],
  ['a change appended', appended(page)],
  ['a change appended, and a web page behind it', bytes(text(appended(page)) + footer)],
  ['a change appended, without an end mark', bytes(text(appended(page)).replace(/%%EOF\n$/, ''))],
  ['an owner', encrypted(page, '')],
  ['the newest version', writePdf(pageObjects(), { version: '2.0' })],
  ['a version of the future', writePdf(pageObjects(), { version: '9.9' })],
  ['no page size', writePdf(pageObjects({ page: '' }))],
  [
    'a page size above its page',
    withTree('/Kids [3 0 R] /Count 1 /MediaBox [0 0 300 300] /Rotate 90').subarray(0),
  ],
  [
    'a page that is turned and cut out',
    writePdf(
      pageObjects({ page: '/MediaBox [0 0 612 792] /CropBox [50 600 400 750] /Rotate 270 /UserUnit 2' }),
    ),
  ],
  ['comments between its objects', bytes(text(page).replace('2 0 obj', '% obj 1 0 obj\n2 0 obj'))],
];

/** The pages of a file, as poppler shows them without our converter. */
const shown = (file: Buffer) => ({
  pages: factsOf(file)['Pages'],
  pixels: pixelsOf(file).toString('base64'),
});

describe('a PDF that readers show stays as it is', () => {
  testEach(SLOPPY)('with %s', { short: 6 }, async (_, file) => {
    const outcome = await converter.convert(file);
    if (outcome.status !== 'COMPLETED') throw new Error(`${outcome.reason}: ${outcome.message}`);
    expect(textOf(outcome.pdf)).toContain(PAGE_WORDS);
    expect(shown(outcome.pdf)).toEqual(shown(file));
  });
});

describe('a PDF that lacks something is refused', () => {
  const whole = SLOPPY.filter(([what]) => !/web page|zeros|line ends behind/.test(what));

  test.each(whole)('with %s, cut off', async (_, file) => {
    for (const part of [0.5, 0.8]) {
      const cut = file.subarray(0, file.length * part);
      expect(await converter.convert(cut), `${part}`).toMatchObject({ reason: 'pdf-cut-off' });
    }
  });

  test.each<[what: string, file: Buffer]>([
    ['half of its packed content', withPacked(packed.slice(0, packed.length / 2))],
    ['the rest of a text', withContent(words.slice(0, -10))],
    [
      'an object that is a page',
      bytes(text(page).replace('3 0 obj', '9 0 obj').replace('xref\n', 'xreff\n')),
    ],
    ['the content of its page', bytes(text(page).replace('4 0 obj', '4 0 abc').replace('xref\n', 'xreff\n'))],
    ['a page of two', bytes(text(withTree('/Kids [3 0 R 9 0 R] /Count 2')).replace('xref\n', 'xreff\n'))],
  ])('%s', async (_, file) => {
    expect(await converter.convert(file)).toMatchObject({ reason: 'pdf-damaged' });
  });
});
