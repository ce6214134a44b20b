import { Readable } from 'node:stream';
import { DAY_MS } from '#server/adapters/clock.ts';
import { zipOf } from '#server/adapters/zip-stream.ts';

const DATE = /^(\d{4})-(\d\d)-(\d\d)(?: (\d\d):(\d\d))?$/;
/** Spreadsheets count days from here, as the year 1900 has one day too many there. */
const EPOCH_MS = Date.UTC(1899, 11, 30);
/** More than that, and Excel takes the file for damaged. */
const CELL_MAX_CHARS = 32_767;
/** What XML cannot have. */
const NO_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
/** Spreadsheets read `_x0041_` as a letter, unless its first sign is written in this way itself. */
const ESCAPE = /_(?=x[\dA-F]{4}_)/gi;

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

export const XLSX_TYPE = `${TYPE}.sheet`;

/** By their places: text, heading, day, minute. */
const STYLES = `<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>`;
const PARTS: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Applications" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': STYLES,
};

/**
 * Streams a spreadsheet of one sheet, the headings first. A cell is a date or text, whatever it looks like: ZIP codes
 * keep their zeros, and nothing is a formula.
 */
export function xlsxOf(lines: AsyncIterable<readonly string[]>): Readable {
  const texts = Object.entries(PARTS).map(([name, text]) => ({ name, content: Buffer.from(XML + text) }));
  const sheet = { name: 'xl/worksheets/sheet1.xml', content: Readable.from(sheetOf(lines)) };
  return zipOf([...texts, sheet].map((part) => ({ ...part, isCompressed: true })));
}

async function* sheetOf(lines: AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  yield `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr baseColWidth="20" defaultRowHeight="15"/><sheetData>`;
  let isHeading = true;
  for await (const cells of lines) {
    yield `<row>${cells.map((cell) => (isHeading ? textCell(cell, 1) : cellOf(cell))).join('')}</row>`;
    isHeading = false;
  }
  yield '</sheetData></worksheet>';
}

function cellOf(text: string): string {
  const [whole, year, month, day, hour, minute] = DATE.exec(text) ?? [];
  if (whole === undefined) return textCell(text, 0);
  const ms = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour ?? 0), Number(minute ?? 0));
  // Spreadsheets have no days before the year 1900.
  return Number(year) < 1901
    ? textCell(text, 0)
    : `<c s="${hour === undefined ? 2 : 3}"><v>${(ms - EPOCH_MS) / DAY_MS}</v></c>`;
}

function textCell(text: string, style: 0 | 1): string {
  if (text === '') return '<c/>';
  const shown = text
    .replace(NO_XML, '')
    .replace(/\r\n?/g, '\n')
    .replace(ESCAPE, '_x005F_')
    .slice(0, CELL_MAX_CHARS)
    .replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return `<c t="inlineStr" s="${style}"><is><t xml:space="preserve">${shown}</t></is></c>`;
}
