import * as z from 'zod/mini';
import { keepable } from '#contract/keepable.ts';
import { webStatuses } from '#contract/web-status-values.ts';
import type { Clerk } from '#server/domain/office/office-links.ts';
import type { Search } from '#server/domain/office/office-list.ts';
import { isVisible } from '#server/domain/office/visible.ts';

const TEXT_MAX_CHARS = 200;

/** The linter would take `z.catch()` for a call on a promise. */
const { catch: otherwise } = z;

const words = otherwise(z.string().check(z.maxLength(TEXT_MAX_CHARS), keepable), '');
/** An invalid part counts as missing, so the clerk always gets a list. */
export const listQuery = z.object({
  q: words,
  program: words,
  term: words,
  status: otherwise(z.enum(['', ...webStatuses]), ''),
  new: otherwise(z.enum(['', '1']), ''),
  page: otherwise(z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000)), 1),
});
/** What the address of the list asks for. */
export type ListQuery = z.output<typeof listQuery>;

/** Returns what a clerk looks for. A question that the office must not see filters nothing. */
export function searchOf({ q, program, term, status, new: isNew }: ListQuery, { newSince }: Clerk): Search {
  return {
    text: q,
    program: isVisible('program_type') ? program : '',
    term: isVisible('entry_term') ? term : '',
    status,
    since: isNew === '1' ? newSince : null,
  };
}

/** The query that keeps the search in the address of an office page. */
export function listAddress({ page, ...parts }: ListQuery): string {
  const given = Object.entries({ ...parts, page: page === 1 ? '' : String(page) }).filter(
    ([, value]) => value !== '',
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
}
