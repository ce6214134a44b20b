import { sql } from 'kysely';
import * as z from 'zod/mini';
import { pendingStatuses } from '#contract/document-answer.ts';
import type { Database, Transaction } from '#server/adapters/database/database.ts';
import { errorFields } from '#server/adapters/log.ts';
import type { Storage } from '#server/adapters/storage/storage.ts';
import { audit } from '#server/domain/ground/audit.ts';
import { conversionJob } from '#server/domain/documents/convert-document.ts';
import { revoke, type RevokedAccess } from '#server/domain/ways-out/revoke.ts';
import { migrations, type Migration } from '#server/migrations/migrations.ts';
import { MIGRATION_LOCK } from '#server/migrations/migrate.ts';
import { BackupError, readArchive } from './archive.ts';
import { fileOf, tableOf, type CheckedBackup } from './check-backup.ts';
import { MISSING_NAME, type Manifest } from './manifest.ts';
import { tablesOf } from './tables.ts';
import type { Parts } from '#server/domain/ground/parts.ts';

const LOST = 'This document was being replaced when the backup was taken. Please upload it again.';

/** More than any application is changed between two backups. */
const VERSIONS_ADDED = 1_000_000;

const UNKNOWN_OUTCOME =
  'The connection to the database broke at the very end. The restore may be complete, so nothing was undone: run `list`. If it shows nobody, restore again.';
const NOT_ANALYZED =
  'Everything is restored. PostgreSQL could not analyze the new rows now. It does so by itself soon, and may be slow until then.';

type RestoreOptions = Pick<Parts, 'clock' | 'database' | 'log' | 'queue' | 'storage'>;

interface RestoreSummary {
  readonly accounts: number;
  readonly files: number;
  /** Keys and links that were valid in the backup. Some of them may have been revoked since. */
  readonly revoked: readonly RevokedAccess[];
}

/** The connection broke while the restore was committed. Nothing was undone. */
export class UnknownOutcomeError extends BackupError {}

/**
 * Fills an empty installation from a backup, completely or not at all.
 *
 * @throws {BackupError} when there is an account already, or a server is running
 * @throws {UnknownOutcomeError} when it may have been committed; files and secrets must then stay
 */
export async function restore(options: RestoreOptions, backup: CheckedBackup): Promise<RestoreSummary> {
  const { database, storage, log } = options;
  const written: string[] = [];
  const tables = await tablesOf(migrations, database);
  let filled: FilledTransaction | undefined;
  const { accounts, files, revoked } = await database
    .longTransaction(async (transaction) => {
      filled = await fillAll(transaction, options, backup, tables, written);
      return filled;
    })
    .catch(async (error: unknown) => {
      const outcome = filled === undefined ? 'aborted' : await outcomeOf(filled, database);
      if (filled !== undefined && outcome === 'committed') return filled;
      if (outcome !== 'aborted') throw new UnknownOutcomeError(UNKNOWN_OUTCOME, { cause: error });
      for (const key of written) await storage.delete(key).catch(() => undefined);
      throw error;
    });
  // Lets the planner know the rows at once. Without it PostgreSQL looks at them itself, some minutes later.
  await database
    .longTransaction((transaction) => sql`ANALYZE (SKIP_LOCKED)`.execute(transaction))
    .catch((error: unknown) => log.warn(errorFields(error), NOT_ANALYZED));
  return { accounts, files, revoked };
}

interface FilledTransaction extends RestoreSummary {
  /** The id that PostgreSQL gave to the transaction. */
  readonly transactionId: string;
}

async function fillAll(
  transaction: Transaction,
  options: RestoreOptions,
  backup: CheckedBackup,
  tables: readonly string[],
  written: string[],
): Promise<FilledTransaction> {
  // The id that this database and its storage share stays: the backup may be from another installation.
  const installation = await transaction.selectFrom('installation').selectAll().executeTakeFirst();
  await prepare(transaction, backup, tables);
  const { files, missing } = await fill(transaction, options.storage, backup, written);
  await apply(
    transaction,
    migrations.filter((step) => !backup.steps.includes(step)),
  );
  if (installation) await transaction.insertInto('installation').values(installation).execute();
  if (missing.length > 0) await markLost(transaction, missing);
  await goOn(transaction, options);
  const now = options.clock.now();
  await raiseVersions(transaction, now, backup.manifest);
  const revoked = await revoke(transaction, {}, now);
  await audit(transaction, { event: 'restored', at: now });
  const { accounts, id } = await transaction
    .selectFrom('accounts')
    .select((eb) => [eb.fn.countAll<string>().as('accounts'), sql<string>`pg_current_xact_id()`.as('id')])
    .executeTakeFirstOrThrow();
  return { accounts: Number(accounts), files, revoked, transactionId: id };
}

/** Asks PostgreSQL for the outcome of a transaction whose commit was not answered. */
async function outcomeOf(
  { transactionId }: FilledTransaction,
  { pool }: Database,
): Promise<string | undefined> {
  const question = 'SELECT pg_xact_status($1::xid8) AS outcome';
  const answer = await pool.query<{ outcome: string }>(question, [transactionId]).catch(() => undefined);
  return answer?.rows[0]?.outcome;
}

/** @throws {BackupError} when the installation has accounts or a running server */
export async function requireEmpty({ pool }: Database): Promise<void> {
  const { rows: others } = await pool.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
     AND application_name LIKE 'admissions%'`,
  );
  if (others.length > 0) {
    throw new BackupError('Servers are running on this database; stop them first. Nothing was changed.');
  }
  for (const table of ['accounts', 'signups', 'tokens']) {
    const { rows } = await pool.query<{ is_there: boolean }>(
      'SELECT to_regclass($1) IS NOT NULL AS is_there',
      [table],
    );
    if (rows[0]?.is_there !== true) continue;
    const { rowCount } = await pool.query(`SELECT FROM ${table} LIMIT 1`);
    if (rowCount !== 0) {
      throw new BackupError(
        'There are applicants here already; a backup is restored only into an empty DATA_DIR or database. Nothing was changed.',
      );
    }
  }
}

/** Replaces the tables by those of the backup's schema, empty. */
async function prepare(
  transaction: Transaction,
  { steps }: CheckedBackup,
  tables: readonly string[],
): Promise<void> {
  await sql`SET LOCAL lock_timeout = 0`.execute(transaction);
  await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(transaction);
  await sql`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(transaction);
  for (const table of tables) {
    await sql`DROP TABLE IF EXISTS ${sql.table(table)} CASCADE`.execute(transaction);
  }
  await sql`DELETE FROM migrations`.execute(transaction);
  await apply(transaction, steps);
}

async function apply(transaction: Transaction, steps: readonly Migration[]): Promise<void> {
  for (const step of steps) {
    await sql.raw(step.sql).execute(transaction);
    await sql`INSERT INTO migrations (name) VALUES (${step.name})`.execute(transaction);
  }
}

/** Inserts rows and writes files. `missing` contains the keys of files that the backup does not have. */
async function fill(
  transaction: Transaction,
  storage: Storage,
  { path, manifest }: CheckedBackup,
  written: string[],
): Promise<{ readonly files: number; readonly missing: readonly string[] }> {
  let files = 0;
  let missing: readonly string[] = [];
  for await (const { name, content } of readArchive(path)) {
    const [table, file] = [tableOf(name, manifest), fileOf(name)];
    if (table !== undefined) {
      const rows = `[${content.toString('utf8').trimEnd().replaceAll('\n', ',')}]`;
      await sql`INSERT INTO ${sql.table(table)} OVERRIDING SYSTEM VALUE
        SELECT * FROM json_populate_recordset(NULL::${sql.table(table)}, ${rows}::json)`.execute(transaction);
    } else if (file !== undefined) {
      if ((await storage.size(file)) === undefined) written.push(file);
      await storage.write(file, content);
      files += 1;
    } else if (name === MISSING_NAME) {
      missing = z.parse(z.array(z.string()), JSON.parse(content.toString()));
    }
  }
  await setCounters(transaction, manifest.tables);
  return { files, missing };
}

/** Marks documents as failed whose file was deleted or replaced while the backup was made. */
async function markLost(transaction: Transaction, keys: readonly string[]): Promise<void> {
  await transaction
    .updateTable('documents')
    .set({ status: 'FAILED', message: LOST, pdf_key: null })
    .where((eb) => eb.or([eb('pdf_key', 'in', keys), eb('upload_key', 'in', keys)]))
    .where('status', '!=', 'FAILED')
    .execute();
  await transaction.deleteFrom('copies').where('pdf_key', 'in', keys).execute();
}

/** Sets identity counters past the ids of the restored rows. */
async function setCounters(transaction: Transaction, tables: readonly string[]): Promise<void> {
  const { rows } = await sql<{ table: string; column: string }>`
    SELECT table_name AS table, column_name AS column FROM information_schema.columns
    WHERE table_schema = current_schema() AND is_identity = 'YES'`.execute(transaction);
  for (const { table, column } of rows.filter((row) => tables.includes(row.table))) {
    await sql`SELECT setval(pg_get_serial_sequence(${table}, ${column}),
      (SELECT coalesce(max(${sql.ref(column)}), 0) + 1 FROM ${sql.table(table)}), false)`.execute(
      transaction,
    );
  }
}

/**
 * Makes all versions higher than those that devices have seen since the backup: they take only a higher one, and the next
 * change would bring back a number that they know. The seconds distinguish two restores of one backup.
 */
async function raiseVersions(transaction: Transaction, now: Date, { created_at }: Manifest): Promise<void> {
  const seconds = Math.round(Math.max(0, now.getTime() - Date.parse(created_at)) / 1000);
  await transaction
    .updateTable('applications')
    .set((eb) => ({ answers_revision: eb('answers_revision', '+', VERSIONS_ADDED + seconds) }))
    .execute();
}

/** Backups contain no jobs. Queues pending conversions again; copies are made when somebody requests them. */
async function goOn(transaction: Transaction, { queue, clock }: RestoreOptions): Promise<void> {
  await transaction.deleteFrom('copies').where('status', '!=', 'COMPLETED').execute();
  const waiting = await transaction
    .updateTable('documents')
    .set({ requested_at: clock.now() })
    .where('status', 'in', pendingStatuses)
    .returning(['generation', 'account_id'])
    .execute();
  for (const { generation, account_id: group } of waiting)
    await queue.send(conversionJob, { generation }, { in: transaction, group });
}
