import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { prepareDataDir } from '#server/adapters/data-dir.ts';
import { connect } from '#server/adapters/database/database.ts';
import { startPrivateServer } from '#server/adapters/database/private-server.ts';
import { silentLog } from './silent-log.ts';
import { makeMetrics } from '#server/adapters/metrics.ts';
import { startQueue } from '#server/adapters/queue.ts';
import { makeLookup } from '#server/domain/lookup/lookup.ts';
import { migrate } from '#server/migrations/migrate.ts';
import { startOtherPostgres } from './other-postgres.ts';

export const TEMPLATE = 'admissions_template';
/** For the write-ahead log, and the databases of all workers. */
const ROOM_BYTES = 2 ** 31;

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { host: string; user: string };
  }
}

/**
 * Starts one PostgreSQL for the test run, with a migrated database that every test file copies. Uses our PostgreSQL, or
 * the one whose binaries TEST_POSTGRES_BINARIES names.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(roomyMemory() ?? tmpdir(), 'admissions-test-'));
  prepareDataDir(dataDir);
  const binaries = process.env['TEST_POSTGRES_BINARIES'];
  const server =
    binaries === undefined
      ? await startPrivateServer({ dataDir, log: silentLog, role: 'own' })
      : await startOtherPostgres(binaries, dataDir);
  const { host, user } = server.connection;

  const maintenance = connect({ ...server.connection }, 2, silentLog);
  // Nobody keeps what the tests write, so nothing has to wait for the disk.
  await maintenance.pool.query('ALTER SYSTEM SET fsync = off');
  await maintenance.pool.query('SELECT pg_reload_conf()');
  await maintenance.pool.query(`CREATE DATABASE ${TEMPLATE}`);
  await maintenance.close();
  const connection = { host, user, database: TEMPLATE };
  const template = connect(connection, 2, silentLog);
  await migrate(template.pool);
  await makeLookup({ database: template }).seed();
  const queue = await startQueue({ connection, metrics: makeMetrics(), log: silentLog, isWorker: false });
  await queue.stop();
  await template.close();

  project.provide('postgres', { host, user });
  return async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

/**
 * The folder of Linux that is in memory, if there is room. Each test server has a database of its own, of 300 files: on a
 * disk, making and deleting them takes a seventh of the processor time of all tests.
 */
function roomyMemory(): string | undefined {
  const folder = '/dev/shm';
  if (!existsSync(folder)) return undefined;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > ROOM_BYTES ? folder : undefined;
}
