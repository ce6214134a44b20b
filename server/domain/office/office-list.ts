import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
import { webStatuses, type WebStatus } from '#contract/web-status-values.ts';
import type { Tables } from '#server/adapters/database/tables.ts';
import { isFor, type Narrowed } from '#server/domain/application/application-rows.ts';
import { noteFetched } from '#server/domain/application/fetched.ts';
import { actingAs, audit, type OfficeEvent } from '#server/domain/ground/audit.ts';
import { NotFoundError } from '#server/domain/ground/errors.ts';
import { columns, type ColumnKey, type ColumnValues } from './columns.ts';
import type { Clerk } from './office-links.ts';
import { isUnreadBy } from './reads.ts';
import { isOpenTo, type Scope } from './rights.ts';
import { canBeWrittenOut, readSearchText, type SearchText } from './search-text.ts';
import type { Parts } from '#server/domain/ground/parts.ts';
import { tenant } from '#tenant/tenant.ts';

export const ROWS_PER_PAGE = 50;
const ALL: Search = { text: '', program: '', term: '', status: '', since: null, from: '', to: '', sort: '' };

const LATEST_FIRST = sql`applications.submitted_at DESC NULLS LAST, applications.updated_at DESC, applications.account_id`;
/** What a clerk looks for. All parts have to fit. */
export interface Search extends Narrowed {
  /** Parts of names or addresses, or the number of an application, with spaces between them. */
  readonly text: string;
  readonly status: WebStatus | '';
  /** Only what was submitted after this time. */
  readonly since: Date | null;
  /** The first and the last day of submission at the university, as `YYYY-MM-DD`; blank for any. */
  readonly from: string;
  readonly to: string;
  /** The column that the list is sorted by; blank for the latest submission first. */
  readonly sort: ColumnKey | '';
  /** Only submissions that this person has not read. */
  readonly unreadBy?: string;
  /** Only submissions that are reviewed, or that are not. */
  readonly isReviewed?: boolean;
}

/** One application in the office's list. */
export interface ListedApplication extends ColumnValues {
  readonly id: string;
  /** Why the last mail was refused; blank if it was accepted. */
  readonly mailRefusal: string;
}

/** The neighbors of an application in a list, by their ids. */
export interface Around {
  readonly previous: string | null;
  readonly next: string | null;
}

/** All applications as the office finds them, and the record of who read what. */
export function makeOfficeList({ database, clock }: Pick<Parts, 'clock' | 'database'>) {
  const { kysely } = database;

  return {
    /** Returns one page of what fits, the last one for a page beyond it, and how many fit in all. */
    async find(scope: Scope, search: Search, page: number) {
      const total = await count(scope, search);
      const shown = Math.min(page, Math.max(1, Math.ceil(total / ROWS_PER_PAGE)));
      return { total, page: shown, rows: await rowsOf(kysely, scope, search, shown).execute() };
    },

    /** Returns all that fits. */
    async findAll(scope: Scope, search: Search): Promise<readonly ListedApplication[]> {
      return rowsOf(kysely, scope, search).execute();
    },

    /** Returns one application as listed. @throws {NotFoundError} also for one of another program */
    async get(scope: Scope, id: string): Promise<ListedApplication> {
      const row = await listed(kysely)
        .where('applications.account_id', '=', id)
        .where(isOpenTo(scope))
        .executeTakeFirst();
      if (row === undefined) throw new NotFoundError();
      return row;
    },

    /** Returns the applications before and after one in the list of a search. */
    async around(scope: Scope, id: string, search: Search): Promise<Around> {
      const places = found(kysely, scope, search, id).select([
        'applications.account_id as id',
        sql<string | null>`lag(account_id) OVER (ORDER BY ${orderOf(search)})`.as('previous'),
        sql<string | null>`lead(account_id) OVER (ORDER BY ${orderOf(search)})`.as('next'),
      ]);
      const place = await kysely
        .selectFrom(places.as('places'))
        .select(['previous', 'next'])
        .where('id', '=', id)
        .executeTakeFirst();
      return place ?? { previous: null, next: null };
    },

    /** Returns how many applications for an entry term are not submitted. */
    countDrafts: (scope: Scope, term: string): Promise<number> =>
      numberOf(found(kysely, scope, { ...ALL, term }).where('applications.submitted_at', 'is', null)),

    /** Returns how many applications were submitted after this time. */
    countSince: (scope: Scope, since: Date) => count(scope, { ...ALL, since }),

    /** Records what a clerk did. */
    async note({ name }: Clerk, event: OfficeEvent, network: string, accountId?: string): Promise<void> {
      const entry = { event, at: clock.now(), network };
      await actingAs(name, () =>
        accountId === undefined ? audit(kysely, entry) : noteFetched(kysely, { ...entry, accountId }),
      );
    },
  };

  function count(scope: Scope, search: Search): Promise<number> {
    return numberOf(found(kysely, scope, search));
  }
}

async function numberOf(rows: ReturnType<typeof found>): Promise<number> {
  const { total } = await rows.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow();
  return Number(total);
}

function orderOf({ sort }: Search) {
  const own = sort === '' ? undefined : columns[sort].sort?.sql;
  return own === undefined ? LATEST_FIRST : sql`${own}, ${LATEST_FIRST}`;
}

function found(
  kysely: Kysely<Tables>,
  scope: Scope,
  { text, program, term, status, since, from, to, unreadBy, isReviewed }: Search,
  kept?: string,
) {
  let query = kysely.selectFrom('applications').where(isOpenTo(scope));
  const matches = matchesOf(readSearchText(text));
  if (matches !== undefined) query = query.where(sql<SqlBool>`applications.account_id IN (${matches})`);
  if (from !== '') query = query.where(sql<SqlBool>`applications.submitted_at >= ${beginningOf(from)}`);
  if (to !== '') query = query.where(sql<SqlBool>`applications.submitted_at < ${beginningOf(to, 1)}`);
  query = query.where(isFor({ program, term }));
  if (status !== '') {
    query = query.where(`applications.${status}_at`, 'is not', null);
    const next = webStatuses[webStatuses.indexOf(status) + 1];
    if (next !== undefined) query = query.where(`applications.${next}_at`, 'is', null);
  }
  // Reading or reviewing an application must not take away its neighbors.
  const orKept = (mark: RawBuilder<SqlBool>) =>
    kept === undefined ? mark : sql<SqlBool>`(${mark} OR applications.account_id = ${kept})`;
  if (unreadBy !== undefined) query = query.where(orKept(isUnreadBy(unreadBy)));
  if (isReviewed !== undefined)
    query = query.where(
      orKept(sql`EXISTS (SELECT FROM submissions WHERE submissions.account_id = applications.account_id
        AND (reviewed_at IS NOT NULL) = ${isReviewed})`),
    );
  return since === null ? query : query.where('applications.submitted_at', '>', since);
}

/** When a day begins at the university, or one some days later. */
function beginningOf(day: string, daysLater = 0) {
  return sql`((${day}::date + ${daysLater}::integer)::timestamp AT TIME ZONE ${tenant.timeZone})`;
}

/** The applications that a text is about; `undefined` for a blank one. */
function matchesOf({ serials, addresses, words }: SearchText) {
  // Each word is looked up once, in both tables, each with an index of its own. An OR over both would have none, and
  // one condition for each word can end in a plan that looks a word up again for each row.
  const withWord = words.map((word) => sql`(${sql.join([...namedLike(word), addressLike(word)], OR)})`);
  const matches = [
    ...serials.map((serial) => sql`(SELECT account_id FROM applications WHERE serial = ${serial}::integer)`),
    ...addresses.map(addressLike),
    ...(withWord.length > 0 ? [sql`(${sql.join(withWord, sql` INTERSECT `)})`] : []),
  ];
  return matches.length > 0 ? sql.join(matches, OR) : undefined;
}

const OR = sql` UNION ALL `;

function namedLike(word: string) {
  const forms = canBeWrittenOut(word)
    ? [sql`${word}::text`, sql`written_out(${word})`]
    : [sql`${word}::text`];
  return forms.map(
    (form) => sql`(SELECT account_id FROM applications WHERE name_search LIKE '%' || folded(${form}) || '%')`,
  );
}

function addressLike(part: string) {
  const pattern = `%${part.toLowerCase().replace(/[\\%_]/g, String.raw`\$&`)}%`;
  return sql`(SELECT id FROM accounts WHERE username LIKE ${pattern})`;
}

/** The statement of a search. Only the rows of one page are read whole: the others are only sorted. */
export function rowsOf(kysely: Kysely<Tables>, scope: Scope, search: Search, page?: number) {
  const order = orderOf(search);
  const fitting = found(kysely, scope, search).select('applications.account_id').orderBy(order);
  const shown =
    page === undefined ? fitting : fitting.limit(ROWS_PER_PAGE).offset((page - 1) * ROWS_PER_PAGE);
  return listed(kysely)
    .innerJoin(shown.as('shown'), 'shown.account_id', 'applications.account_id')
    .orderBy(order);
}

function listed(kysely: Kysely<Tables>) {
  return kysely
    .selectFrom('applications')
    .innerJoin('accounts', 'accounts.id', 'applications.account_id')
    .select(['applications.account_id as id', 'accounts.mail_refusal as mailRefusal'])
    .select(Object.entries(columns).map(([key, { sql: selected }]) => sql`${selected}`.as(key)))
    .$castTo<ListedApplication>();
}
