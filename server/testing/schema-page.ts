// docs/schema.md: the tables of the database as a picture. `npm run docs:schema` makes it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepareDataDir } from '#server/adapters/data-dir.ts';
import { connect, type Database } from '#server/adapters/database/database.ts';
import { startPrivateServer } from '#server/adapters/database/private-server.ts';
import { silentLog } from './silent-log.ts';
import { migrate } from '#server/migrations/migrate.ts';
import { migrations } from '#server/migrations/migrations.ts';

export const SCHEMA_FILE = 'docs/schema.md';

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly isKey: boolean;
}

interface Reference {
  readonly table: string;
  readonly target: string;
  readonly columns: string;
}

interface Trigger {
  readonly name: string;
  readonly table: string;
  readonly calls: string;
}

/** The last migration that makes a function or trigger. */
function lastWith(kind: 'FUNCTION' | 'TRIGGER', name: string): string {
  const made = new RegExp(`CREATE (OR REPLACE )?${kind} ${name}\\b`);
  return migrations.findLast(({ sql }) => made.test(sql))?.name ?? '';
}

/** Returns the page for a database with all migrations. The tables of the job queue are pg-boss' own, and left out. */
export async function schemaPage(pool: Database['pool']): Promise<string> {
  const { rows: columns } = await pool.query<Column>(`
    SELECT relname AS "table", attname AS name, typname AS type,
      EXISTS (SELECT FROM pg_index WHERE indrelid = attrelid AND indisprimary AND attnum = ANY (indkey)) AS "isKey"
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid JOIN pg_type ON pg_type.oid = atttypid
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped
    ORDER BY relname, attnum`);
  const { rows: references } = await pool.query<Reference>(`
    SELECT conrelid::regclass::text AS "table", confrelid::regclass::text AS target,
      (SELECT string_agg(attname, ', ' ORDER BY attnum) FROM pg_attribute
        WHERE attrelid = conrelid AND attnum = ANY (conkey)) AS columns
    FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace
    ORDER BY 1, 2, 3`);
  const { rows: triggers } = await pool.query<Trigger>(`
    SELECT tgname AS name, tgrelid::regclass::text AS "table", tgfoid::regproc::text AS calls
    FROM pg_trigger WHERE NOT tgisinternal AND tgrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)
    ORDER BY 1`);
  const { rows: functions } = await pool.query<{ readonly name: string }>(`
    SELECT proname AS name FROM pg_proc WHERE pronamespace = 'public'::regnamespace
      AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
    ORDER BY 1`);
  const tables = Map.groupBy(columns, ({ table }) => table);
  return [
    '# The schema of the database',
    '',
    'Made from a migrated database by `npm run docs:schema`; do not edit. `PK` is part of the primary key. A line leads from a',
    'table to the one that refers to it. A type that begins with `_` is a list.',
    '',
    '```mermaid',
    'erDiagram',
    ...[...tables].flatMap(([table, its]) => [
      `  ${table} {`,
      ...its.map(({ name, type, isKey }) => `    ${type} ${name}${isKey ? ' PK' : ''}`),
      '  }',
    ]),
    ...references.map(({ table, target, columns: by }) => `  ${target} ||--o{ ${table} : "${by}"`),
    '```',
    '',
    'Released migrations do not change, so functions and triggers stand in several. The last one counts:',
    '',
    ...functions.map(({ name }) => `- function \`${name}\`: ${lastWith('FUNCTION', name)}`),
    ...triggers.map(
      ({ name, table, calls }) =>
        `- trigger \`${name}\` of \`${table}\`, which calls \`${calls}\`: ${lastWith('TRIGGER', name)}`,
    ),
    '',
  ].join('\n');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const dataDir = mkdtempSync(join(tmpdir(), 'admissions-schema-'));
  prepareDataDir(dataDir);
  const server = await startPrivateServer({ dataDir, log: silentLog, role: 'own' });
  const database = connect(server.connection, 2, silentLog);
  try {
    await migrate(database.pool);
    writeFileSync(SCHEMA_FILE, await schemaPage(database.pool));
  } finally {
    await database.close();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
