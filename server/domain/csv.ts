/**
 * What starts a formula, also in full width, with nothing that is seen between it and the cell's beginning, or what a
 * spreadsheet with another idea of separators takes for one. The sign comes first: looked for the other way around, a
 * text of blanks would be read once for each of them.
 */
const FORMULA_SIGN = /[=+\-@＝＋－＠](?<=(?:^|[;\t\r\n])[;\s"\p{Cc}\p{Cf}]*.)/gu;

/**
 * One line of CSV (RFC 4180), every cell in quotes. What a spreadsheet would take for the beginning of a formula gets an
 * apostrophe in front.
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
 * Reads CSV with a heading line. A byte order mark is no part of it: who decodes the file takes it off.
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
