import * as z from 'zod/mini';
import { keepable } from '#contract/keepable.ts';
import { webStatuses } from '#contract/web-status-values.ts';
import { sortKeys } from '#server/domain/office/columns.ts';
import type { Clerk } from '#server/domain/office/office-links.ts';
import type { Search } from '#server/domain/office/office-list.ts';
import { isVisible } from '#server/domain/office/visible.ts';

export const TEXT_MAX_CHARS = 1000;

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
  from: words,
  to: words,
  sort: otherwise(z.enum(['', ...sortKeys]), ''),
  mark: otherwise(z.enum(['', 'unread', 'unreviewed', 'reviewed']), ''),
  page: otherwise(z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000)), 1),
});
/** What the address of the list asks for. */
export type ListQuery = z.output<typeof listQuery>;

/** PostgreSQL has no year 0. */
function isDay(text: string): boolean {
  return z.safeParse(z.iso.date(), text).success && !text.startsWith('0000');
}

/** Returns a sentence for each part of a query that finds nothing because of how it was typed. */
export function problemsOf({ from, to }: ListQuery): readonly string[] {
  const wrong = [from, to].filter((day) => day !== '' && !isDay(day));
  if (wrong.length > 0) return wrong.map((day) => `“${day}” is not a date. Please write it like 2026-11-30.`);
  return from !== '' && to !== '' && from > to
    ? ['Nothing can be submitted from a later day to an earlier one. Please check both days.']
    : [];
}

/** Returns what a clerk looks for. A question that the office must not see filters nothing. */
export function searchOf(
  { q, program, term, status, new: isNew, mark, from, to, sort }: ListQuery,
  { name, newSince }: Clerk,
): Search {
  const dayIn = (text: string) => (isDay(text) ? text : '');
  return {
    text: q,
    program: isVisible('program_type') ? program : '',
    term: isVisible('entry_term') ? term : '',
    status,
    since: isNew === '1' ? newSince : null,
    from: dayIn(from),
    to: dayIn(to),
    sort,
    ...(mark === 'unread' && { unreadBy: name }),
    ...((mark === 'reviewed' || mark === 'unreviewed') && { isReviewed: mark === 'reviewed' }),
  };
}

/** The query that keeps the search in the address of an office page. */
export function listAddress({ page, ...parts }: ListQuery): string {
  const given = Object.entries({ ...parts, page: page === 1 ? '' : String(page) }).filter(
    ([, value]) => value !== '',
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
}
