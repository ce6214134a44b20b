import { sql, type Kysely, type SqlBool } from 'kysely';
import { webStatuses, type WebStatus } from '#contract/web-status-values.ts';
import type { Tables } from '#server/adapters/database/tables.ts';
import { isFor, type Narrowed } from '#server/domain/application/application-rows.ts';
import { noteFetched } from '#server/domain/application/fetched.ts';
import { serialOf } from '#server/domain/ground/application-number.ts';
import { actingAs, audit, type OfficeEvent } from '#server/domain/ground/audit.ts';
import { NotFoundError } from '#server/domain/ground/errors.ts';
import { columns, type ColumnValues } from './columns.ts';
import type { Clerk } from './office-links.ts';
import { isOpenTo, type Scope } from './rights.ts';
import type { Parts } from '#server/domain/ground/parts.ts';

export const ROWS_PER_PAGE = 50;
const WORDS_MAX = 6;
const ALL: Search = { text: '', program: '', term: '', status: '', since: null };

const ORDER = sql`applications.submitted_at DESC NULLS LAST, applications.updated_at DESC, applications.account_id`;
/** What a clerk looks for. All parts have to fit. */
export interface Search extends Narrowed {
  /** Parts of names or addresses, or the number of an application, with spaces between them. */
  readonly text: string;
  readonly status: WebStatus | '';
  /** Only what was submitted after this time. */
  readonly since: Date | null;
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
    /** Returns one page of what fits, the latest submission first, and how many fit in all. Without a page, all. */
    async find(
      scope: Scope,
      search: Search,
      page?: number,
    ): Promise<{ readonly total: number; readonly rows: readonly ListedApplication[] }> {
      const rows = await rowsOf(kysely, { scope, search, page }).execute();
      return { total: Number(rows[0]?.total ?? 0), rows };
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
      const places = found(kysely, scope, search).select([
        'applications.account_id as id',
        sql<string | null>`lag(account_id) OVER (ORDER BY ${ORDER})`.as('previous'),
        sql<string | null>`lead(account_id) OVER (ORDER BY ${ORDER})`.as('next'),
      ]);
      const place = await kysely
        .selectFrom(places.as('places'))
        .select(['previous', 'next'])
        .where('id', '=', id)
        .executeTakeFirst();
      return place ?? { previous: null, next: null };
    },

    /** Returns how many applications for an entry term are not submitted. */
    async countDrafts(scope: Scope, term: string): Promise<number> {
      const { total } = await found(kysely, scope, { ...ALL, term })
        .where('applications.submitted_at', 'is', null)
        .select((eb) => eb.fn.countAll<string>().as('total'))
        .executeTakeFirstOrThrow();
      return Number(total);
    },

    /** Returns how many applications were submitted after this time. */
    async countSince(scope: Scope, since: Date): Promise<number> {
      const { total } = await found(kysely, scope, { ...ALL, since })
        .select((eb) => eb.fn.countAll<string>().as('total'))
        .executeTakeFirstOrThrow();
      return Number(total);
    },

    /** Records what a clerk did. */
    async note({ name }: Clerk, event: OfficeEvent, network: string, accountId?: string): Promise<void> {
      const entry = { event, at: clock.now(), network };
      await actingAs(name, () =>
        accountId === undefined ? audit(kysely, entry) : noteFetched(kysely, { ...entry, accountId }),
      );
    },
  };
}

function found(kysely: Kysely<Tables>, scope: Scope, { text, program, term, status, since }: Search) {
  const words = text.split(/\s+/u).filter(Boolean).slice(0, WORDS_MAX);
  let query = kysely.selectFrom('applications').where(isOpenTo(scope));
  // Each word is looked up once, in both tables, each with an index of its own. An OR over both would have none, and
  // one condition for each word can end in a plan that looks a word up again for each row.
  const matches = words.map((word) => {
    const part = `%${word.replace(/[\\%_]/g, String.raw`\$&`)}%`;
    return sql`(SELECT account_id FROM applications WHERE name_search LIKE '%' || folded(${word}) || '%'
      UNION ALL SELECT id FROM accounts WHERE username LIKE lower(${part})
      UNION ALL SELECT account_id FROM applications WHERE serial = ${serialOf(word) ?? null}::integer)`;
  });
  if (matches.length > 0)
    query = query.where(sql<SqlBool>`applications.account_id IN (${sql.join(matches, sql` INTERSECT `)})`);
  query = query.where(isFor({ program, term }));
  if (status !== '') {
    query = query.where(`applications.${status}_at`, 'is not', null);
    const next = webStatuses[webStatuses.indexOf(status) + 1];
    if (next !== undefined) query = query.where(`applications.${next}_at`, 'is', null);
  }
  return since === null ? query : query.where('applications.submitted_at', '>', since);
}

/** The statement of a search. Only the rows of one page are read whole: the others are sorted and counted. */
export function rowsOf(
  kysely: Kysely<Tables>,
  {
    scope,
    search,
    page,
  }: { readonly scope: Scope; readonly search: Search; readonly page?: number | undefined },
) {
  const fitting = found(kysely, scope, search)
    .select(['applications.account_id', sql<string>`count(*) OVER ()`.as('total')])
    .orderBy(ORDER);
  const shown =
    page === undefined ? fitting : fitting.limit(ROWS_PER_PAGE).offset((page - 1) * ROWS_PER_PAGE);
  return listed(kysely)
    .innerJoin(shown.as('shown'), 'shown.account_id', 'applications.account_id')
    .select('shown.total')
    .orderBy(ORDER);
}

function listed(kysely: Kysely<Tables>) {
  return kysely
    .selectFrom('applications')
    .innerJoin('accounts', 'accounts.id', 'applications.account_id')
    .select(['applications.account_id as id', 'accounts.mail_refusal as mailRefusal'])
    .select(Object.entries(columns).map(([key, { sql: selected }]) => sql`${selected}`.as(key)))
    .$castTo<ListedApplication>();
}
