import { join } from 'node:path';
import { mkdirSync } from 'node:fs';
import { Pool } from 'pg';
import { prepareDataDir } from '#server/adapters/data-dir.ts';
import { startPrivateServer } from '#server/adapters/database/private-server.ts';
import { silentLog } from '#server/testing/silent-log.ts';
import { postgresPid } from '#server/testing/process.ts';

/** A PostgreSQL shared by several servers, like an operator's. */
export interface SharedPostgres {
  readonly url: string;
  readonly pool: Pool;
  /** Kills PostgreSQL as a failing machine would. It restarts by itself. */
  crash(): void;
  stop(): Promise<void>;
}

export async function startSharedPostgres(folder: string): Promise<SharedPostgres> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const dataDir = join(folder, 'postgres');
  prepareDataDir(dataDir);
  const server = await startPrivateServer({ dataDir, log: silentLog, role: 'own' });
  const { host, user, database } = server.connection;
  const pool = new Pool({ host, user, database, max: 2 });
  pool.on('error', () => undefined);
  return {
    url: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`,
    pool,
    crash: () => void process.kill(postgresPid(dataDir), 'SIGQUIT'),
    async stop() {
      await pool.end();
      await server.stop();
    },
  };
}
