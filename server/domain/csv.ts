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

/**
 * Reads CSV with a heading line. The caller removes a byte order mark when it decodes the file.
 *
 * @returns one record per line, by heading
 * @throws {CsvError}
 */
export function parseCsv(source: string): Record<string, string>[] {
  const [headings, ...lines] = parseLines(source);
  if (headings === undefined) throw new CsvError('The file is empty.');
  return lines.map((cells, index) => {
    if (cells.length !== headings.length) {
      throw new CsvError(`Line ${index + 2} has ${cells.length} columns instead of ${headings.length}.`);
    }
    return Object.fromEntries(headings.map((heading, column) => [heading.trim(), cells[column] ?? '']));
  });
}

function parseLines(source: string): string[][] {
  const cell = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n|\n|\r|$)/gy;
  const lines: string[][] = [];
  let line: string[] = [];
  while (cell.lastIndex < source.length || line.length > 0) {
    const position = cell.lastIndex;
    const [, text = '', end] = cell.exec(source) ?? [];
    if (end === undefined) throw new CsvError(`A quote is not closed after character ${position}.`);
    line.push(text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text);
    if (end === ',') continue;
    if (line.length > 1 || line[0] !== '') lines.push(line);
    line = [];
  }
  return lines;
}
