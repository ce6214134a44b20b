import { makeDocx, paragraph, relationship, wordPart } from './corpus.ts';
import { swappedFont } from './swapped-font.ts';
import type { ZipEntry } from '#server/adapters/converter/zip.ts';

/** Word documents that would change the next applicant's document, if any channel led there. */

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';
const FONT_TYPE =
  '<Default Extension="odttf" ContentType="application/vnd.openxmlformats-officedocument.obfuscatedFont"/>';
/** Font families that documents name, and those that LibreOffice uses instead. */
const FAMILIES = ['Calibri', 'Carlito', 'Times New Roman', 'Liberation Serif', 'OpenSymbol'];

type WordPart = ReturnType<typeof wordPart>;

function withParts(
  body: string,
  parts: readonly WordPart[],
  more: readonly ZipEntry[] = [],
  types = '',
): Buffer {
  return makeDocx({
    body,
    relationships: parts.map(({ relationships }) => relationships).join(''),
    types: parts.map((part) => part.types).join('') + types,
    more: [...parts.map(({ entry }) => entry), ...more],
  });
}

/** Returns text in a family of fonts. */
function set(family: string, text: string): string {
  return `<w:p><w:r><w:rPr><w:rFonts w:ascii="${family}" w:hAnsi="${family}"/></w:rPr><w:t>${text}</w:t></w:r></w:p>`;
}

/** A document that gives its font the name of a usual family, with digits and letters swapped. */
function withFont(family: string): Buffer {
  const { key, content } = swappedFont(family, '24');
  const table = wordPart(
    'fontTable.xml',
    'fontTable',
    `<w:fonts><w:font w:name="${family}"><w:embedRegular r:id="rId1" w:fontKey="${key}"/></w:font></w:fonts>`,
  );
  const links = `<Relationships xmlns="${PACKAGE}">${relationship('rId1', 'font', 'fonts/font1.odttf')}</Relationships>`;
  return withParts(
    set(family, 'GPA 2.4'),
    [table],
    [
      { name: 'word/_rels/fontTable.xml.rels', content: Buffer.from(links) },
      { name: 'word/fonts/font1.odttf', content },
    ],
    FONT_TYPE,
  );
}

const LOUD_STYLES =
  '<w:styles><w:docDefaults><w:rPrDefault><w:rPr><w:b/><w:color w:val="FF0000"/><w:sz w:val="72"/></w:rPr></w:rPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:rPr><w:i/></w:rPr></w:style><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:rPr><w:strike/></w:rPr></w:style></w:styles>';
const LOUD_SETTINGS =
  '<w:settings><w:autoHyphenation w:val="1"/><w:defaultTabStop w:val="3000"/><w:themeFontLang w:val="ar-SA"/><w:docVars><w:docVar w:name="gpa" w:val="4.2"/></w:docVars></w:settings>';
const GLOSSARY =
  '<w:glossaryDocument><w:docParts><w:docPart><w:docPartPr><w:name w:val="GPA"/><w:category><w:name w:val="General"/><w:gallery w:val="autoTxt"/></w:category></w:docPartPr><w:docPartBody><w:p><w:r><w:t>4.2</w:t></w:r></w:p></w:docPartBody></w:docPart></w:docParts></w:glossaryDocument>';
const NUMBERING =
  '<w:numbering><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="42"/><w:numFmt w:val="decimal"/><w:lvlText w:val="GPA %1"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>';

/** More than LibreOffice can lay out in some seconds. */
const ENDLESS = Array.from({ length: 3000 }, () => paragraph('Course Credits Grade '.repeat(150))).join('');

export const hostileWords: Readonly<Record<string, () => Buffer>> = {
  'a font that calls itself Calibri': () => withFont('Calibri'),
  'styles for everything': () =>
    withParts(paragraph('Loud'), [wordPart('styles.xml', 'styles', LOUD_STYLES)]),
  'settings for everything': () =>
    withParts(paragraph('Set'), [wordPart('settings.xml', 'settings', LOUD_SETTINGS)]),
  'text modules': () =>
    withParts(paragraph('Modules'), [wordPart('glossary/document.xml', 'document.glossary', GLOSSARY)]),
  'numbers of its own': () =>
    withParts('<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr></w:p>', [
      wordPart('numbering.xml', 'numbering', NUMBERING),
    ]),
  'no end': () => makeDocx({ body: ENDLESS }),
  'no sense': () => makeDocx({ body: '<w:p><w:r>' }),
  ...Object.fromEntries(
    FAMILIES.slice(1).map((family) => [`a font that calls itself ${family}`, () => withFont(family)]),
  ),
};

/** Returns a document whose look depends on most of what a hostile one could change. */
export function honestWord(): Buffer {
  const fields = ['AUTHOR', 'USERNAME', 'DOCVARIABLE gpa', 'SEQ Table', 'GLOSSARY GPA'].map(
    (instruction) =>
      `<w:p><w:fldSimple w:instr=" ${instruction} "><w:r><w:t>field</w:t></w:r></w:fldSimple></w:p>`,
  );
  return makeDocx({
    body: [
      ...FAMILIES.map((family) => set(family, 'GPA 2.4')),
      paragraph('GPA\t2.4 unofficially '.repeat(20)),
      '<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>Transcript</w:t></w:r></w:p>',
      '<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>Course</w:t></w:r></w:p>',
      ...fields,
    ].join(''),
  });
}
