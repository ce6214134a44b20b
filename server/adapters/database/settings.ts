import type { ClientBase, Pool } from 'pg';
import { DatabaseDownError, SettingError } from '../errors.ts';

/**
 * What a server, database or role may set otherwise, with the values that our statements and the reading of their results
 * take for granted.
 */
const EXPECTED = {
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  array_nulls: 'on',
  bytea_output: 'hex',
  default_transaction_deferrable: 'off',
  default_transaction_isolation: 'read committed',
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
  transform_null_equals: 'off',
} as const;

/** Set in our sessions only: of the role, other values do not change what anything means. */
const OURS = {
  TimeZone: 'UTC',
  client_encoding: 'UTF8',
  // A policy that hides rows is an error instead of an empty list.
  row_security: 'off',
  idle_session_timeout: '0',
  transaction_timeout: '0',
} as const;

const SET_TIMEOUT_MS = 5000;
const ALL = { ...EXPECTED, ...OURS };

/** Some of the settings are newer than the oldest PostgreSQL that we support, and a role may only ask for less safety. */
const SET = `SELECT set_config(name, wanted, false)
  FROM unnest($1::text[], $2::text[]) AS ours (name, wanted) JOIN pg_settings USING (name)
  UNION ALL SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'`;

/** Sets everything that could change a meaning, in a new connection. */
export async function setSession(client: ClientBase): Promise<void> {
  const values = [Object.keys(ALL), Object.values(ALL)];
  const statement = { text: SET, values, query_timeout: SET_TIMEOUT_MS };
  await client.query(statement);
}

interface Found {
  readonly role: string;
  readonly database: string;
  readonly encoding: string;
  readonly schema: string | null;
  /** The schema that has our tables. */
  readonly holder: string | null;
  readonly is_read_only: boolean;
  /** The values with which a session of this role begins. */
  readonly settings: Readonly<Record<string, string>>;
  /** Which settings come with the connection, by PGOPTIONS, `options` in the address, or the pooler. */
  readonly given: readonly string[];
}

const LOOK = `SELECT quote_ident(current_user) AS role, quote_ident(current_database()) AS database,
  current_setting('server_encoding') AS encoding, quote_ident(current_schema()) AS schema,
  current_setting('transaction_read_only') = 'on' AS is_read_only,
  (SELECT quote_ident(schemaname) FROM pg_tables WHERE tablename = 'secret_marks'
    ORDER BY schemaname = current_schema() DESC NULLS LAST LIMIT 1) AS holder,
  (SELECT json_object_agg(name, reset_val) FROM pg_settings WHERE name = ANY($1)) AS settings,
  ARRAY(SELECT name FROM pg_settings WHERE source = 'client') AS given`;

/** How to make a database that suits, and how to bring the data there. */
const ANOTHER =
  "CREATE DATABASE admissions_2 OWNER admissions TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8', with a backup restored into it";

/**
 * Looks at the operator's database before anything is written to it.
 *
 * @param setsSession false behind a pooler that gives each transaction another connection
 * @throws {SettingError} with the SQL that mends it
 * @throws {DatabaseDownError} while it is read-only
 */
export async function examineSettings(pool: Pool, setsSession: boolean): Promise<void> {
  const { rows } = await pool.query<Found>(LOOK, [Object.keys(EXPECTED)]);
  const [found] = rows;
  if (found === undefined) return;
  const { role, database, encoding, schema, holder, is_read_only: isReadOnly, settings, given } = found;
  // Counts for more than what server, database or role set; what comes with the connection counts for most.
  const mend = (name: string, value: string) =>
    given.includes(name)
      ? `PGOPTIONS, options in DATABASE_URL or the pooler give ${name}: take it out there.`
      : `ALTER ROLE ${role} IN DATABASE ${database} SET ${name} = ${value};`;
  if (encoding !== 'UTF8')
    throw new SettingError(
      `The database at DATABASE_URL has the encoding ${encoding}, not UTF8. Use another one: ${ANOTHER}.`,
    );
  if (holder !== null && holder !== schema)
    throw new SettingError(
      `The tables of this installation are in the schema ${holder}, which search_path does not name first. ${mend('search_path', holder)}`,
    );
  if (schema === null)
    throw new SettingError(
      `No schema of search_path exists in the database at DATABASE_URL. ${mend('search_path', 'public')}`,
    );
  // Of DateStyle, only how dates are written counts.
  const first = (value = '') => value.split(',', 1)[0];
  const wrong = Object.entries(EXPECTED).filter(
    ([name, value]) => !setsSession && first(settings[name]) !== first(value),
  );
  if (wrong.length > 0) {
    const remedies = wrong.map(([name, value]) => mend(name, `'${value}'`));
    throw new SettingError(
      `Sessions of the role of DATABASE_URL begin with settings that change what is stored or read, and a pooler keeps the server from setting them itself. Then let the pooler connect anew. ${remedies.join(' ')}`,
    );
  }
  if (isReadOnly)
    throw new DatabaseDownError(
      `The database at DATABASE_URL is read-only. If it is no stand-by, see why first (a full disk, the provider). ${mend('default_transaction_read_only', 'off')}`,
    );
}
