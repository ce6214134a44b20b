import { CsvError as CsvParseError, parse } from 'csv-parse/sync';
import { NamedError } from '#server/adapters/errors.ts';

/**
 * Matches the signs that start a formula, also in full width, after nothing but invisible characters at the start of a
 * cell, or after a character that some spreadsheets read as a separator. The sign is first in the pattern: with the
 * lookbehind first, a text of blanks would be scanned once for each blank.
 */
const FORMULA_SIGN = /[=+\-@＝＋－＠](?<=(?:^|[;\t\r\n])[;\s"\p{Cc}\p{Cf}]*.)/gu;

const DATE = /^\d{4}-\d\d-\d\d( \d\d:\d\d)?$/;

/**
 * Returns one line of CSV (RFC 4180). All cells except dates are in quotes: a spreadsheet can read those as text, which
 * keeps the zeros of a ZIP code, and still recognizes the dates. Puts an apostrophe before anything that a spreadsheet
 * would read as the beginning of a formula.
 *
 * @see OWASP, CSV Injection
 */
export function csvLine(cells: readonly string[]): string {
  const quoted = cells.map((cell) =>
    DATE.test(cell) ? cell : `"${cell.replace(FORMULA_SIGN, "'$&").replaceAll('"', '""')}"`,
  );
  return `${quoted.join(',')}\r\n`;
}

/** Returns the first line of a CSV, after the mark by which spreadsheets read the whole as UTF-8. */
export function csvHead(headings: readonly string[]): string {
  return `\uFEFF${csvLine(headings)}`;
}

/** The CSV cannot be read; `message` says where. */
export class CsvError extends NamedError {}

/** A line of a CSV, by heading, and the number by which an editor shows it. */
interface CsvLine {
  readonly number: number;
  readonly content: Readonly<Record<string, string>>;
}

interface CsvTable {
  readonly headings: readonly string[];
  /** Blank lines are left out. */
  readonly lines: readonly CsvLine[];
}

/**
 * Reads CSV with a heading line, with or without the mark of UTF-8.
 *
 * @throws {CsvError}
 */
export function parseCsv(source: string): CsvTable {
  const [first, ...records] = recordsOf(source);
  if (first === undefined) throw new CsvError('The file is empty.');
  const headings = first.cells.map((heading) => heading.trim());
  const lines = records.map(({ cells, lastLine }) => {
    const number = lastLine - cells.reduce((count, cell) => count + linesIn(cell) - 1, 0);
    if (cells.length !== headings.length)
      throw new CsvError(`Line ${number} has ${cells.length} columns instead of ${headings.length}.`);
    const entries = headings.map((heading, column) => [heading, cells[column] ?? '']);
    return { number, content: Object.fromEntries(entries) };
  });
  return { headings, lines };
}

interface CsvRecord {
  readonly cells: readonly string[];
  readonly lastLine: number;
}

function recordsOf(source: string): CsvRecord[] {
  const records: CsvRecord[] = [];
  const nul = source.indexOf('\0');
  if (nul !== -1)
    throw new CsvError(`Line ${linesIn(source.slice(0, nul))} contains a NUL character, which is not text.`);
  try {
    parse(source, {
      bom: true,
      on_record(cells: string[], { lines }) {
        records.push({ cells, lastLine: lines });
      },
      record_delimiter: ['\r\n', '\n', '\r'],
      // Checked above, with a sentence for the operator.
      relax_column_count: true,
      skip_empty_lines: true,
    });
  } catch (error) {
    if (!(error instanceof CsvParseError)) throw error;
    // The library notices an open quote only at the end of the file. The operator needs to know where it begins.
    const isOpen = error.code === 'CSV_QUOTE_NOT_CLOSED';
    const line = isOpen ? (records.at(-1)?.lastLine ?? 0) + 1 : Number(error.lines);
    throw new CsvError(`Line ${line}: a quote is not closed, or a quote inside a cell is not doubled.`);
  }
  return records;
}

function linesIn(text: string): number {
  return text.split(/\r\n|\r|\n/).length;
}
