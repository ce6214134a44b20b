import { columns, shownKeys } from './columns.ts';
import type { ListedApplication } from './office-list.ts';

/** The headings of a saved list, with more after those of the list. */
export function savedHead(more: readonly string[] = []): readonly string[] {
  return [...shownKeys.map((key) => columns[key].title), ...more];
}

/** One application as a line of a saved list, with more cells after those of the list. */
export function savedLine(row: ListedApplication, more: readonly string[] = []): readonly string[] {
  return [...shownKeys.map((key) => columns[key].saved(row[key])), ...more];
}
