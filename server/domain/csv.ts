/**
 * Matches the signs that start a formula, also in full width, after nothing but invisible characters at the start of a
 * cell, or after a character that some spreadsheets read as a separator. The sign comes first in the pattern: with the
 * lookbehind first, a text of blanks would be scanned once for each blank.
 */
const FORMULA_SIGN = /[=+\-@＝＋－＠](?<=(?:^|[;\t\r\n])[;\s"\p{Cc}\p{Cf}]*.)/gu;

/**
 * Returns one line of CSV (RFC 4180) with every cell in quotes. Puts an apostrophe before anything that a spreadsheet
 * would read as the beginning of a formula.
 *
 * @see OWASP, CSV Injection
 */
export function csvLine(cells: readonly string[]): string {
  const quoted = cells.map((cell) => `"${cell.replace(FORMULA_SIGN, "'$&").replaceAll('"', '""')}"`);
  return `${quoted.join(',')}\r\n`;
}

/** The CSV cannot be read; `message` says where. */
export class CsvError extends Error {
  override readonly name = 'CsvError';
}

/** A line of a CSV, and the number by which an editor shows it. */
interface CsvLine<Content> {
  readonly number: number;
  readonly content: Content;
}

interface CsvTable {
  readonly headings: readonly string[];
  /** By heading. Lines without anything are left out. */
  readonly lines: readonly CsvLine<Readonly<Record<string, string>>>[];
}

/**
 * Reads CSV with a heading line. The caller removes a byte order mark when it decodes the file.
 *
 * @throws {CsvError}
 */
export function parseCsv(source: string): CsvTable {
  const [first, ...lines] = parseLines(source);
  if (first === undefined) throw new CsvError('The file is empty.');
  const headings = first.content.map((heading) => heading.trim());
  return {
    headings,
    lines: lines.map(({ number, content }) => {
      if (content.length !== headings.length) {
        throw new CsvError(`Line ${number} has ${content.length} columns instead of ${headings.length}.`);
      }
      const entries = headings.map((heading, column) => [heading, content[column] ?? '']);
      return { number, content: Object.fromEntries(entries) };
    }),
  };
}

function parseLines(source: string): CsvLine<string[]>[] {
  const cell = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n|\n|\r|$)/gy;
  const lines: CsvLine<string[]>[] = [];
  let line: string[] = [];
  let first = 1;
  let current = 1;
  while (cell.lastIndex < source.length || line.length > 0) {
    const [read = '', text = '', end] = cell.exec(source) ?? [];
    if (end === undefined)
      throw new CsvError(`Line ${current}: a quote is not closed, or a quote inside a cell is not doubled.`);
    if (text.includes('\0')) throw new CsvError(`Line ${current} holds a NUL character, which is no text.`);
    line.push(text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text);
    current += read.match(/\r\n|\r|\n/g)?.length ?? 0;
    if (end === ',') continue;
    if (line.length > 1 || line[0] !== '') lines.push({ number: first, content: line });
    line = [];
    first = current;
  }
  return lines;
}
