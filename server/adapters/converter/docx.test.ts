import { describe, expect, test } from 'vitest';
import { zipOf } from '#server/testing/files/zip-of.ts';
import { field, makeDocx, paragraph, relationship, wordPart } from '#server/testing/files/corpus.ts';
import { cleanDocx } from './docx.ts';
import { readZip, type ZipEntry } from './zip.ts';

const LIMITS = { maxEntries: 100, maxBytes: 1_000_000, maxRatio: 1000 };
const fetching = field('INCLUDETEXT "/etc/passwd"');
const IMAGE = 'image';
const XML_START = '<?xml version="1.0"?>';

/** Returns the parts of the cleaned document by name, or the reason why it is refused. */
async function cleaned(file: Buffer): Promise<Record<string, string> | string> {
  const result = await cleanDocx(file);
  if (!result.isClean) return result.reason;
  const entries = readZip(Buffer.from(result.docx), LIMITS);
  return Object.fromEntries(entries.map(({ name, content }) => [name, content.toString()]));
}

/** Returns a document whose part `word/part.NAME` has this content and type, and is named as this kind. */
function withPart(
  extension: string,
  type: string | undefined,
  kind: string,
  content: string | Buffer,
): Buffer {
  return makeDocx({
    body: paragraph('Hello'),
    relationships: relationship('rId9', kind, `part.${extension}`),
    types: type === undefined ? '' : `<Default Extension="${extension}" ContentType="${type}"/>`,
    more: [{ name: `word/part.${extension}`, content: Buffer.from(content) }],
  });
}

/** Returns the document with entries changed or left out. */
function changed(file: Buffer, change: (entry: ZipEntry) => ZipEntry | undefined): Buffer {
  return zipOf(readZip(file, LIMITS).flatMap((entry) => change(entry) ?? []));
}

test.each(['word/document.xml', 'word/document.dat', 'word/document', 'a.png', 'deep/er/Main.DOC'])(
  'the main part is cleaned by its type, also under the name %s',
  async (mainName) => {
    const parts = await cleaned(makeDocx({ body: fetching, mainName }));
    expect(parts).toMatchObject({ [mainName]: expect.stringContaining(' QUOTE ') });
    expect(JSON.stringify(parts)).not.toContain('INCLUDETEXT');
  },
);

test('another part is cleaned by its type, too', async () => {
  const header = 'application/vnd.openxmlformats-officedocument.wordprocessingml.header+xml';
  const parts = await cleaned(withPart('jpeg', header, 'header', `<w:hdr>${fetching}</w:hdr>`));
  expect(parts).toMatchObject({ 'word/part.jpeg': expect.stringContaining(' QUOTE ') });
});

const PREFIXES = ['', 'w:', 'a-b:', 'a.b:', 'é:', 'p·1:', '文:'];

test.each(PREFIXES)('relationships, fields and comments are found under the prefix "%s"', async (prefix) => {
  const part = wordPart(
    'header1.xml',
    'header',
    `<hdr><${prefix}instrText>INCLUDETEXT "/etc/passwd"</${prefix}instrText><${prefix}commentReference a="1"/></hdr>`,
  );
  const parts = await cleaned(
    makeDocx({
      body: '',
      relationships: `${part.relationships}${relationship('rId8', 'attachedTemplate', 'file:///x', true).replace('<', `<${prefix}`)}`,
      types: part.types,
      more: [part.entry],
    }),
  );
  expect(parts).toMatchObject({ 'word/header1.xml': expect.stringContaining('QUOTE') });
  expect(JSON.stringify(parts)).not.toMatch(/INCLUDETEXT|commentReference|attachedTemplate/);
});

describe('a document that could hide something from our checks is refused', () => {
  const markup = `${XML_START}<w:hdr>${fetching}</w:hdr>`;

  test.each<[what: string, file: Buffer]>([
    [
      'a relationship that only some parsers read',
      makeDocx({
        body: '',
        relationships: relationship('rId8', 'attachedTemplate', 'x').replace('<', '<a:b:'),
      }),
    ],
    [
      'a field that only some parsers read',
      makeDocx({ body: '<w:instrText a=">">INCLUDETEXT</w:instrText><a:b:instrText>RD</a:b:instrText>' }),
    ],
    ['a header that calls itself a picture', withPart('png', undefined, 'header', markup)],
    ['a header of no type', withPart('dat', undefined, 'header', markup)],
    ['styles that call themselves a font', withPart('odttf', 'application/x-font', 'styles', markup)],
    ['a header of an unknown kind', withPart('dat', 'application/octet-stream', 'header', 'text')],
    [
      'a picture that is markup',
      withPart('gif', 'image/gif', IMAGE, '<svg><image href="file:///etc/passwd"/>'),
    ],
    [
      'a picture that is markup in UTF-16',
      withPart('gif', 'image/gif', IMAGE, Buffer.from('\ufeff <svg/>', 'utf16le')),
    ],
    ['a picture of no type', withPart('jpg', undefined, IMAGE, 'JFIF')],
  ])('%s', async (_, file) => {
    expect(await cleaned(file)).toBe('word-misfit');
  });

  test('one whose main part calls itself a picture', async () => {
    expect(await cleaned(makeDocx({ body: '', mainName: 'word/a.png', mainType: 'image/png' }))).toBe(
      'word-other-kind',
    );
  });

  test('one whose main part is another kind of document', async () => {
    const types =
      '<Override PartName="/word/x.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>';
    const mainType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml';
    expect(await cleaned(makeDocx({ body: '', mainType, types }))).toBe('word-other-kind');
  });

  test('one without relationships, or that names no main part', async () => {
    const docx = makeDocx({ body: '' });
    expect(await cleaned(changed(docx, (entry) => (entry.name === '_rels/.rels' ? undefined : entry)))).toBe(
      'word-other-kind',
    );
    const emptied = (entry: ZipEntry) =>
      entry.name === '_rels/.rels' ? { ...entry, content: Buffer.from('<Relationships/>') } : entry;
    expect(await cleaned(changed(docx, emptied))).toBe('word-other-kind');
  });
});

describe('a part is read in its encoding, and written in one that has only one reading', () => {
  const docx = makeDocx({ body: fetching });
  const inUtf16 = (text: string) => text.replace('UTF-8', 'UTF-16');

  test.each<[encoding: string, encode: (text: string) => Buffer]>([
    ['UTF-8 with a mark', (text) => Buffer.from(`\ufeff${text}`)],
    ['UTF-16', (text) => Buffer.from(`\ufeff${inUtf16(text)}`, 'utf16le')],
    ['UTF-16, the other way round', (text) => Buffer.from(`\ufeff${inUtf16(text)}`, 'utf16le').swap16()],
    ['UTF-16 without its mark', (text) => Buffer.from(inUtf16(text), 'utf16le')],
    ['Latin-1', (text) => Buffer.from(text.replace('UTF-8', 'ISO-8859-1'), 'latin1')],
  ])('%s', async (_, encode) => {
    const parts = await cleaned(
      changed(docx, ({ name, content }) => ({ name, content: encode(content.toString()) })),
    );
    expect(parts).toMatchObject({
      'word/document.xml': expect.stringMatching(/^<\?xml[^>]*"UTF-8".* QUOTE /),
    });
  });

  test.each<[what: string, content: Buffer]>([
    ['an encoding that nobody knows', Buffer.from('<?xml version="1.0" encoding="EBCDIC-XY"?><w:document/>')],
    ['bytes that are not in its encoding', Buffer.from([0x3c, 0x61, 0xff, 0x2f, 0x3e])],
    ['zeros', Buffer.from('<a>\0</a>')],
  ])('but not one with %s', async (_, content) => {
    const broken = changed(docx, (entry) =>
      entry.name === 'word/document.xml' ? { ...entry, content } : entry,
    );
    expect(await cleaned(broken)).toBe('word-damaged');
  });
});

test('pictures stay; fonts and unreferenced parts are removed', async () => {
  const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff]);
  const font = Buffer.from('<?x scrambled');
  const parts = await cleaned(
    makeDocx({
      body: '',
      relationships: [
        relationship('rId1', IMAGE, 'media/a%20b.PNG'),
        relationship('rId2', 'font', '/word/fonts/1.odttf'),
        relationship('rId3', 'header', 'nowhere.xml'),
        relationship('rId4', 'hyperlink', '#here'),
      ].join(''),
      types:
        '<Default Extension="odttf" ContentType="application/vnd.openxmlformats-officedocument.obfuscatedFont"/>',
      more: [
        { name: 'word/media/a b.PNG', content: picture },
        { name: 'word/fonts/1.odttf', content: font },
        { name: '__MACOSX/._a', content: Buffer.from('left by a file manager') },
      ],
    }),
  );
  const names = Object.keys(parts);
  expect(names).toContain('word/media/a%20b.PNG');
  expect(names.filter((name) => /font|MACOSX/.test(name))).toEqual([]);
  const kept = typeof parts === 'string' ? parts : parts['word/_rels/document.xml.rels'];
  expect(kept?.match(/rId\d/g)).toEqual(['rId1', 'rId4']);
});

test.each([
  `<Relationship Id=' TargetMode="Internal"' Type="x/image" Target="file:///etc/passwd" TargetMode="External"/>`,
  `<Relationship Id="rId9" z:TargetMode="Internal" Type="x/image" Target="http://a.example" TargetMode="External"/>`,
  `<Relationship Id="rId9" Type="x/hyperlink" Target="file:///etc/passwd"/>`,
  `<Relationship Id="rId9" Type="x/hyperlink" Target="&#102;ile:///etc/passwd" TargetMode="External"/>`,
])('a link that looks harmless is still checked: %s', async (relationships) => {
  const parts = await cleaned(makeDocx({ body: '', relationships }));
  expect(JSON.stringify(parts)).not.toMatch(/passwd|a\.example/);
});

test('comments are removed, with their marks and their authors', async () => {
  const comments = wordPart('comments.xml', 'comments', '<w:comments></w:comments>');
  const marks =
    '<w:commentRangeStart w:id="0"/><w:commentRangeEnd w:id="0"></w:commentRangeEnd><w:commentReference\n w:id="0" />';
  const parts = await cleaned(
    makeDocx({
      body: `<w:p>${marks}<w:r><w:t>Kept</w:t></w:r></w:p>`,
      relationships: comments.relationships,
      types: comments.types,
      more: [comments.entry],
    }),
  );
  expect(parts).toMatchObject({
    'word/document.xml': expect.stringContaining('<w:p><w:r><w:t>Kept</w:t></w:r></w:p>'),
    'word/_rels/document.xml.rels': expect.not.stringContaining('comments'),
  });
});
