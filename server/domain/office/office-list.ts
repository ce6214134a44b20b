import { sql, type Kysely, type SqlBool } from 'kysely';
import { webStatuses, type WebStatus } from '#contract/web-status-values.ts';
import { tidied } from '#plain-text.ts';
import { tenant } from '#tenant/tenant.ts';
import type { Clock } from '#server/adapters/clock.ts';
import type { Database } from '#server/adapters/database/database.ts';
import type { Tables } from '#server/adapters/database/tables.ts';
import { statusesOf } from '#server/domain/application/application-rows.ts';
import { noteFetched } from '#server/domain/application/fetched.ts';
import { actingAs, audit, type OfficeEvent } from '#server/domain/ground/audit.ts';
import { NotFoundError } from '#server/domain/ground/errors.ts';
import type { Clerk } from './office-links.ts';

export const ROWS_PER_PAGE = 50;
const WORDS_MAX = 6;

/** What a clerk looks for. All parts have to fit. */
export interface Search {
  /** Parts of names or addresses, with spaces between them. */
  readonly text: string;
  /** The code of a program, or `PROGRAM/MAJOR`; blank for all. */
  readonly program: string;
  readonly status: WebStatus | '';
  /** Only what was submitted after this time. */
  readonly since: Date | null;
}

/** One application in the office's list. */
export interface ListedApplication {
  readonly id: string;
  readonly name: string;
  readonly username: string;
  readonly program: string;
  readonly status: WebStatus | null;
  readonly submittedAt: Date | null;
}

interface OfficeListOptions {
  readonly database: Database;
  readonly clock: Clock;
}

export type OfficeList = ReturnType<typeof makeOfficeList>;

/** All applications as the office finds them, and the record of who read what. */
export function makeOfficeList({ database, clock }: OfficeListOptions) {
  const { kysely } = database;

  return {
    /** Returns one page of what fits, the latest submission first, and how many fit in all. Without a page, all. */
    async find(
      search: Search,
      page?: number,
    ): Promise<{ readonly total: number; readonly rows: readonly ListedApplication[] }> {
      const rows = await rowsOf(kysely, search, page).execute();
      return { total: Number(rows[0]?.total ?? 0), rows: rows.map(toListed) };
    },

    /** Returns one application as listed. @throws {NotFoundError} */
    async get(id: string): Promise<ListedApplication> {
      const row = await rowsOf(kysely, { text: '', program: '', status: '', since: null })
        .where('applications.account_id', '=', id)
        .executeTakeFirst();
      if (row === undefined) throw new NotFoundError();
      return toListed(row);
    },

    /** Returns how many applications were submitted after this time. */
    async countSince(since: Date): Promise<number> {
      const { total } = await found(kysely, { text: '', program: '', status: '', since })
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

function found(kysely: Kysely<Tables>, { text, program, status, since }: Search) {
  const words = text.split(/\s+/u).filter(Boolean).slice(0, WORDS_MAX);
  let query = kysely
    .selectFrom('applications')
    .innerJoin('accounts', 'accounts.id', 'applications.account_id');
  // Each word is looked up once, in both tables, each with an index of its own. An OR over both would have none, and
  // one condition for each word can end in a plan that looks a word up again for each row.
  const matches = words.map((word) => {
    const part = `%${word.replace(/[\\%_]/g, String.raw`\$&`)}%`;
    return sql`(SELECT account_id FROM applications WHERE name_search LIKE '%' || folded(${word}) || '%'
      UNION ALL SELECT id FROM accounts WHERE username LIKE lower(${part}))`;
  });
  if (matches.length > 0)
    query = query.where(sql<SqlBool>`applications.account_id IN (${sql.join(matches, sql` INTERSECT `)})`);
  if (program !== '')
    query = query.where((eb) =>
      eb.or([
        eb('applications.program', '=', program),
        eb('applications.program', 'like', `${program.replace(/[\\%_]/g, String.raw`\$&`)}/%`),
      ]),
    );
  if (status !== '') {
    query = query.where(`applications.${status}_at`, 'is not', null);
    const next = webStatuses[webStatuses.indexOf(status) + 1];
    if (next !== undefined) query = query.where(`applications.${next}_at`, 'is', null);
  }
  return since === null ? query : query.where('applications.submitted_at', '>', since);
}

/** The statement of a search. */
export function rowsOf(kysely: Kysely<Tables>, search: Search, page?: number) {
  const rows = found(kysely, search)
    .select([
      'applications.account_id as id',
      'applications.name',
      'applications.program',
      'accounts.username',
      'applications.started_at',
      'applications.validating_at',
      'applications.submitted_at',
      sql<string>`count(*) OVER ()`.as('total'),
    ])
    .orderBy('applications.submitted_at', (order) => order.desc().nullsLast())
    .orderBy('applications.updated_at', 'desc')
    .orderBy('applications.account_id');
  return page === undefined ? rows : rows.limit(ROWS_PER_PAGE).offset((page - 1) * ROWS_PER_PAGE);
}

interface Row {
  readonly id: string;
  readonly name: string;
  readonly program: string;
  readonly username: string;
  readonly started_at: Date | null;
  readonly validating_at: Date | null;
  readonly submitted_at: Date | null;
}

function toListed({ id, name, program, username, ...times }: Row): ListedApplication {
  return {
    id,
    name: tidied(name),
    username,
    program: programLabel(program),
    status: statusesOf(times).at(-1) ?? null,
    submittedAt: times.submitted_at,
  };
}

/** The words for `PROGRAM/MAJOR`; a code that is offered no longer stays as it is. */
function programLabel(codes: string): string {
  const [programCode = '', majorCode = ''] = codes.split('/');
  const program = tenant.programs.find(({ value }) => value === programCode);
  const major = program?.majors.find(({ value }) => value === majorCode);
  return [program?.label ?? programCode, major?.label ?? majorCode].filter(Boolean).join(': ');
}
