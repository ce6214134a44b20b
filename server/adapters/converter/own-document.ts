import { writeZip } from './zip.ts';

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument';
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const MAIN_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
const RELATIONSHIPS_TYPE = 'application/vnd.openxmlformats-package.relationships+xml';

const PARTS = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="${RELATIONSHIPS_TYPE}"/><Override PartName="/document.xml" ContentType="${MAIN_TYPE}"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}" Target="document.xml"/></Relationships>`,
  'document.xml': `<w:document xmlns:w="${WORD}"><w:body><w:p><w:r><w:t>Ready</w:t></w:r></w:p></w:body></w:document>`,
};

/** Returns a Word document that any working LibreOffice converts. */
export function ownDocument(): Promise<Uint8Array> {
  return writeZip(
    Object.entries(PARTS).map(([name, xml]) => ({
      name,
      content: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${xml}`),
    })),
  );
}
