import { csvHead, csvLine } from '#server/domain/ground/csv.ts';
import { columns, shownKeys } from './columns.ts';
import type { ListedApplication } from './office-list.ts';

/** Renders the first line of the CSV, with more headings after those of the list. */
export function listCsvHead(more: readonly string[] = []): string {
  return csvHead([...shownKeys.map((key) => columns[key].title), ...more]);
}

/** Renders one application as a line of the CSV, with more cells after those of the list. */
export function listCsvLine(row: ListedApplication, more: readonly string[] = []): string {
  return csvLine([...shownKeys.map((key) => columns[key].saved(row[key])), ...more]);
}
