import { expect, describe, test } from 'vitest';
import { testEach } from '#testing/test-each.ts';
import {
  field,
  makeDocx,
  makePicture,
  paragraph,
  picture,
  relationship,
} from '#server/testing/files/corpus.ts';
import { zipOf } from '#server/testing/files/zip-of.ts';
import { imagesIn, textOf } from '#server/testing/files/probe.ts';
import { useConverter } from '#server/testing/files/test-converter.ts';
import { readZip } from './zip.ts';

const { converter } = useConverter();

const VML = 'xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"';
const TYPES = [
  '<Default Extension="bin" ContentType="application/vnd.openxmlformats-officedocument.oleObject"/>',
  '<Default Extension="xlsx" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"/>',
  '<Default Extension="html" ContentType="text/html"/>',
  '<Default Extension="mht" ContentType="message/rfc822"/>',
  '<Override PartName="/word/activeX1.xml" ContentType="application/vnd.ms-office.activeX+xml"/>',
].join('');
const part = (name: string, text: string) => ({ name: `word/${name}`, content: Buffer.from(text) });
const image = { name: 'word/media/i.png', content: await makePicture({ type: 'png' }) };
const IMAGE = relationship('rId9', 'image', 'media/i.png');
const WEB = 'http://127.0.0.1:9/x';

/** Returns an object in the text: a picture of itself, and what it is. */
function object(what: string, hasPicture = true): string {
  const shown = hasPicture ? '<v:imagedata r:id="rId9"/>' : '';
  return `<w:p><w:r><w:object w:dxaOrig="2000" w:dyaOrig="1200"><v:shape ${VML} id="s1" style="width:100pt;height:60pt">${shown}</v:shape>${what}</w:object></w:r></w:p>`;
}
const ole = (aspect: string) =>
  `<o:OLEObject ${VML} Type="Embed" ProgID="Excel.Sheet.12" ShapeID="s1" DrawAspect="${aspect}" r:id="rId1"/>`;
const CONTROL = '<w:control r:id="rId1" w:name="Box1" w:shapeid="s1"/>';

interface Sent {
  readonly body: string;
  readonly relationships: string;
  readonly more?: readonly { readonly name: string; readonly content: Buffer }[];
}
const sent = ({ body, relationships, more = [] }: Sent) =>
  makeDocx({ body: paragraph('Letter') + body, relationships, types: TYPES, more });
const sheet = part('book.xlsx', 'PK');
const activeX = [
  part('activeX1.xml', '<ax:ocx xmlns:ax="http://schemas.microsoft.com/office/2006/activeX"/>'),
  part(
    '_rels/activeX1.xml.rels',
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.microsoft.com/office/2006/relationships/activeXControlBinary" Target="activeX1.bin"/></Relationships>',
  ),
  part('activeX1.bin', 'x'),
];

describe('content that would be missing is a reason to refuse, which is named', () => {
  const embedded = /contains another file, which would be missing here/;
  const linked = /shows something that is not in the file itself/;

  testEach<[what: string, sent: Sent, sentence: RegExp]>([
    [
      'a page of the web',
      {
        body: '<w:altChunk r:id="rId1"/>',
        relationships: relationship('rId1', 'aFChunk', 'a.html'),
        more: [part('a.html', '<html>Page</html>')],
      },
      embedded,
    ],
    [
      'a letter',
      {
        body: '<w:altChunk r:id="rId1"/>',
        relationships: relationship('rId1', 'aFChunk', '/word/a.mht'),
        more: [part('a.mht', 'MIME-Version: 1.0\n\nHello')],
      },
      embedded,
    ],
    [
      'a table of another program without a picture of it',
      {
        body: object(ole('Content'), false),
        relationships: relationship('rId1', 'package', 'book.xlsx'),
        more: [sheet],
      },
      embedded,
    ],
    [
      'a whole file behind its icon',
      {
        body: object(ole('Icon')),
        relationships: relationship('rId1', 'package', 'book.xlsx') + IMAGE,
        more: [sheet, image],
      },
      embedded,
    ],
    [
      'a box to fill in without a picture of it',
      {
        body: object(CONTROL, false),
        relationships: relationship('rId1', 'control', 'activeX1.xml'),
        more: activeX,
      },
      embedded,
    ],
    [
      'a chapter in another file',
      {
        body: '<w:subDoc r:id="rId1"/>',
        relationships: relationship('rId1', 'subDocument', 'chapter.docx', true),
      },
      linked,
    ],
    [
      'a picture on the web',
      { body: picture('r:link="rId1"'), relationships: relationship('rId1', 'image', WEB, true) },
      linked,
    ],
    [
      'a picture on the web, in the old form',
      {
        body: `<w:p><w:r><w:pict><v:shape ${VML}><v:imagedata r:href="rId1"/></v:shape></w:pict></w:r></w:p>`,
        relationships: relationship('rId1', 'image', WEB, true),
      },
      linked,
    ],
  ])('%s', { short: 4 }, async (_, file, sentence) => {
    expect(await converter.convert(sent(file))).toMatchObject({
      status: 'FAILED',
      message: expect.stringMatching(sentence),
    });
  });
});

describe('what viewers show stays, although something behind it is removed', () => {
  testEach<[what: string, sent: Sent]>([
    [
      'a table of another program, as its picture',
      {
        body: object(ole('Content')),
        relationships: relationship('rId1', 'package', 'book.xlsx') + IMAGE,
        more: [sheet, image],
      },
    ],
    [
      'a box to fill in, as its picture',
      {
        body: object(CONTROL),
        relationships: relationship('rId1', 'control', 'activeX1.xml') + IMAGE,
        more: [...activeX, image],
      },
    ],
    [
      'a picture that is in the file and on the web',
      {
        body: picture('r:embed="rId9" r:link="rId1"'),
        relationships: relationship('rId1', 'image', WEB, true) + IMAGE,
        more: [image],
      },
    ],
    [
      'a picture whose name is spelled in two ways',
      {
        body: picture('r:embed="rId1"'),
        relationships: relationship('rId1', 'image', 'Media\\a%20B.png'),
        more: [{ ...image, name: 'word/media/A b.png' }],
      },
    ],
  ])('%s', { short: 0 }, async (_, file) => {
    const outcome = await converter.convert(sent(file));
    if (outcome.status === 'FAILED') throw new Error(outcome.reason);
    expect(imagesIn(outcome.pdf)).toBe(1);
    expect(textOf(outcome.pdf)).toContain('Letter');
  });

  testEach([
    ['the text of a button', 'MACROBUTTON NoMacro [Type here]', '[Type here]'],
    ['the last result of a field that fetches', 'INCLUDETEXT "chapter.docx"', '?'],
    ['the last result of a link', 'LINK Excel.Sheet.12 "book.xlsx" "A1"', '?'],
  ])('%s', { short: 0 }, async (_, instruction, shown) => {
    const outcome = await converter.convert(makeDocx({ body: field(instruction) }));
    expect(outcome.status === 'COMPLETED' ? textOf(outcome.pdf).trim() : outcome.reason).toBe(shown);
  });
});

describe('unusual files that hide nothing are accepted', () => {
  const plain = makeDocx({ body: paragraph('Résumé of Zoë') });
  const limits = { maxEntries: 100, maxBytes: 1_000_000, maxRatio: 1000 };
  const renamed = (name: (name: string) => string) =>
    zipOf(readZip(plain, limits).map((entry) => ({ ...entry, name: name(entry.name) })));
  const strict = zipOf(
    readZip(plain, limits).map(({ name, content }) => ({
      name,
      content: Buffer.from(
        content
          .toString()
          .replaceAll(
            'http://schemas.openxmlformats.org/officeDocument/2006',
            'http://purl.oclc.org/ooxml/officeDocument',
          )
          .replaceAll(
            'http://schemas.openxmlformats.org/wordprocessingml/2006',
            'http://purl.oclc.org/ooxml/wordprocessingml',
          ),
      ),
    })),
  );

  test.each([
    ['with the separators of Windows', renamed((name) => name.replaceAll('/', '\\'))],
    ['with other capitals', renamed((name) => name.replace('word/document', 'Word/Document'))],
    ['of the strict kind', strict],
    [
      'that is a template',
      makeDocx({
        body: paragraph('Résumé of Zoë'),
        mainType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml',
      }),
    ],
  ])('one %s; cut, it is refused', { tags: 'slow' }, async (_, file) => {
    const outcome = await converter.convert(file);
    expect(outcome.status === 'COMPLETED' ? textOf(outcome.pdf).trim() : outcome.reason).toBe(
      'Résumé of Zoë',
    );
    const cut = file.subarray(0, file.length - 40);
    expect(await converter.convert(cut)).toMatchObject({ status: 'FAILED', reason: 'word-damaged' });
  });

  test('one whose pages are empty is called so', { tags: 'slow' }, async () => {
    expect(await converter.convert(makeDocx({ body: '<w:p/>' }))).toMatchObject({
      status: 'FAILED',
      message: 'This file looks empty. Please open it, check it and upload it again.',
    });
  });

  test('macros are called macros, and a locked file locked', async () => {
    const locked = Buffer.from(plain);
    const first = locked.indexOf(Buffer.from('PK\u0001\u0002'));
    locked.writeUInt16LE(locked.readUInt16LE(first + 8) | 1, first + 8);
    expect(await converter.convert(locked)).toMatchObject({
      message: expect.stringContaining('with a password'),
    });
    const macros = sent({ body: '', relationships: '', more: [part('vbaProject.bin', 'x')] });
    expect(await converter.convert(macros)).toMatchObject({
      message: expect.stringContaining('contains macros'),
    });
  });
});
