import { Kysely, PostgresDialect, sql, type Transaction as KyselyTransaction } from 'kysely';
import { Pool, type PoolConfig } from 'pg';
import { errorFields, type Log } from '../log.ts';
import { cutOffPool } from './cut-off.ts';
import { firstUse } from './first-use.ts';
import { startPrivateServer } from './private-server.ts';
import { examineSettings, setSession } from './settings.ts';
import type { Tables } from './tables.ts';

export type Transaction = KyselyTransaction<Tables>;

/** A frequent statement. Each connection prepares it once, under its name. */
interface Statement {
  readonly name: string;
  readonly text: string;
}

export interface Database {
  /** For ordinary queries. */
  readonly kysely: Kysely<Tables>;
  readonly pool: Pool;
  /** For parts that open their own connections. */
  readonly connection: PoolConfig;
  /** Runs a prepared statement. `Row` is the type of its rows. */
  run<Row extends object>(statement: Statement, values: readonly unknown[]): Promise<Row[]>;
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** Runs work that takes longer than a request may: its statements have no timeout. */
  longTransaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** False while it does not answer or takes no changes. */
  isReady(): Promise<boolean>;
  close(): Promise<void>;
}

interface DatabaseOptions {
  readonly url: string | undefined;
  readonly dataDir: string;
  readonly poolSize: number;
  /** False behind a pooler that gives each transaction another connection. */
  readonly canPrepare?: boolean;
  readonly log: Log;
  /** `join`: a command beside a running server uses that server's database instead of owning one. */
  readonly role?: 'own' | 'join';
}

const TIMEOUTS = {
  connectionTimeoutMillis: 5000,
  statement_timeout: 15_000,
  lock_timeout: 5000,
  idle_in_transaction_session_timeout: 30_000,
  // Lets idle connections, too, notice that the other end has died.
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
} satisfies PoolConfig;

/** PostgreSQL ends slow statements itself. If even that answer is missing, the connection is dead: close it. */
const CUT_OFF_AFTER_MS = 20_000;
const READY_TIMEOUT_MS = 3000;

/** Connects to the operator's PostgreSQL, or starts the private one. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { url, dataDir, log, poolSize, canPrepare = true, role = 'own' } = options;
  if (url !== undefined) {
    const database = connect({ connectionString: url }, poolSize, log, { canPrepare });
    try {
      await firstUse(url, () => examineSettings(database.pool, canPrepare));
      return database;
    } catch (error) {
      await database.close();
      throw error;
    }
  }

  const server = await startPrivateServer({ dataDir, log, role, poolSize });
  const database = connect(server.connection, poolSize, log);
  return {
    ...database,
    async close() {
      await database.close();
      await server.stop();
    },
  };
}

/** Makes a database with connections made from `connection`. Closing it leaves the server running. */
export function connect(
  given: PoolConfig,
  poolSize: number,
  log: Log,
  { cutOffAfterMs = CUT_OFF_AFTER_MS, canPrepare = true } = {},
): Database {
  const connection = canPrepare ? { ...given, onConnect: setSession } : given;
  const pool = new Pool({
    ...connection,
    ...TIMEOUTS,
    max: poolSize,
    application_name: 'admissions',
  });
  // A broken connection is replaced at the next use. Without listeners its error would end the process. The pool
  // itself sees errors only of idle connections; one in use can break without a query that reports it.
  pool.on('connect', (client) =>
    client.on('error', (error) => log.warn(errorFields(error), 'A connection to the database broke.')),
  );
  pool.on('error', () => undefined);
  const kysely = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: cutOffPool(pool, cutOffAfterMs) }),
  });
  const patient = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    kysely,
    pool,
    connection,
    async run<Row extends object>({ name, text }: Statement, values: readonly unknown[]) {
      const query = { ...(canPrepare && { name }), text, values: [...values], query_timeout: cutOffAfterMs };
      const { rows } = await pool.query<Row>(query);
      return rows;
    },
    transaction: (work) => kysely.transaction().execute(work),
    longTransaction: (work) =>
      patient.transaction().execute(async (transaction) => {
        await sql`SET LOCAL statement_timeout = 0`.execute(transaction);
        return work(transaction);
      }),
    async isReady() {
      try {
        const question = {
          text: "SELECT current_setting('transaction_read_only') = 'off' AS takes_changes",
          query_timeout: READY_TIMEOUT_MS,
        };
        const { rows } = await pool.query<{ takes_changes: boolean }>(question);
        return rows[0]?.takes_changes === true;
      } catch {
        return false;
      }
    },
    async close() {
      await kysely.destroy();
      // Kysely ends only pools that it has used.
      if (!pool.ended) await pool.end();
    },
  };
}
