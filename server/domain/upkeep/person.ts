import { sql, type Kysely } from 'kysely';
import { normalizeUsername } from '#contract/normalize-username.ts';
import type { Database } from '#server/adapters/database/database.ts';
import type { Tables } from '#server/adapters/database/tables.ts';
import { jobsAbout } from '#server/adapters/queue-tables.ts';
import type { Secrets } from '#server/adapters/secrets.ts';
import { openValue } from '#server/domain/application/answer-values.ts';
import { openFrozen, type Frozen } from '#server/domain/application/frozen.ts';
import { namesOf } from './erasure.ts';

/** Credentials for this server. They reveal nothing about a person, and must not leave it. */
const SECRET_COLUMNS = ['password_hash', 'hash', 'id_hash', 'browser_hash', 'seed'];

interface PersonParts {
  readonly database: Database;
  readonly secrets: Secrets;
}

/**
 * Returns all rows that belong to an address, by table, with sealed values opened, and the keys of its files. What has a
 * column `account_id` or `username` belongs to somebody, so that no new table is forgotten.
 *
 * @returns `undefined` if nothing is stored about this address
 */
export async function storedAbout({ database: { kysely }, secrets }: PersonParts, address: string) {
  const username = normalizeUsername(address);
  const account = await kysely
    .selectFrom('accounts')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirst();
  const signups = await kysely.selectFrom('signups').select('id').where('username', '=', username).execute();
  const ids = [...signups, ...(account ? [account] : [])].map(({ id }) => id);
  const tables: Record<string, readonly object[]> = {};
  for (const { table, column } of await columnsOfPeople(kysely)) {
    const value = column === 'username' ? sql`= ${username}` : sql`= ANY(${ids}::uuid[])`;
    const { rows } = await sql<{ row: Readonly<Record<string, unknown>> }>`
      SELECT to_jsonb(t) - ${SECRET_COLUMNS}::text[] AS row FROM ${sql.table(table)} AS t
      WHERE ${sql.ref(column)} ${value}`.execute(kysely);
    if (rows.length > 0) tables[table] = rows.map(({ row }) => opened(row));
  }
  if (Object.keys(tables).length === 0) return undefined;
  const { keys, names } = await namesOf(kysely, account?.id);
  const jobs = await jobsAbout(kysely, [username, ...names]);
  return { username, accountId: account?.id, tables: { ...tables, jobs }, files: keys };

  function opened(row: Readonly<Record<string, unknown>>): object {
    const { key, value, frozen } = row;
    const id = account?.id ?? '';
    if (typeof key === 'string' && typeof value === 'string')
      return { ...row, value: openValue(secrets, id, key, value) };
    // oxlint-disable-next-line typescript/consistent-type-assertions -- `frozenOf` made it
    return frozen === undefined ? row : { ...row, frozen: openFrozen(secrets, id, frozen as Frozen) };
  }
}

/** A table has one of these columns or both. If it has both, the account counts. */
async function columnsOfPeople(kysely: Kysely<Tables>) {
  const { rows } = await sql<{ table: string; column: string }>`
    SELECT table_name AS "table", min(column_name) AS "column" FROM information_schema.columns
    WHERE table_schema = current_schema() AND column_name IN ('account_id', 'username')
    GROUP BY table_name ORDER BY table_name`.execute(kysely);
  return rows;
}
