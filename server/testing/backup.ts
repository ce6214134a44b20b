import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, inject } from 'vitest';
import { connect, type Database } from '#server/adapters/database/database.ts';
import { makeMetrics } from '#server/adapters/metrics.ts';
import { startQueue } from '#server/adapters/queue.ts';
import { readArchive, writeArchive, type ArchiveEntry } from '#server/backup/archive.ts';
import { backUp } from '#server/backup/back-up.ts';
import { checkBackup } from '#server/backup/check-backup.ts';
import { requireEmpty, restore } from '#server/backup/restore.ts';
import { migrate } from '#server/migrations/migrate.ts';
import { seedApplicants } from '#server/seeds/applicants.ts';
import { makeSeeding } from '#server/seeds/seeding.ts';
import { useS3 } from './s3-stranger.ts';
import { silentLog } from './silent-log.ts';
import { useTestServer } from './test-server.ts';

/** A server with these applicants, and a backup of it, to restore into new databases and another storage. */
export function useBackup(...names: readonly string[]) {
  const server = useTestServer({
    hasWorkers: false,
    env: { SECRET_KEYS: 'a-secret-of-the-operator-'.repeat(2) },
  });
  const s3 = useS3();
  const folder = mkdtempSync(join(tmpdir(), 'admissions-backup-'));
  const path = join(folder, 'backup');
  const emptied: Database[] = [];

  beforeAll(async () => {
    const { context } = server();
    for (const seed of seedApplicants.filter(({ username }) => names.includes(username.split('@')[0]!)))
      await makeSeeding(context).add(seed, 'Correct-Horse-7-Battery');
    await backUp({ ...context, keys: undefined }, path);
  }, 60_000);
  afterAll(async () => {
    for (const database of emptied) if (!database.pool.ended) await database.close();
    rmSync(folder, { recursive: true });
  });

  /** Makes an empty database, like an operator's new one. */
  async function emptyDatabase(): Promise<Database> {
    const { host, user } = inject('postgres');
    const name = `test_${randomUUID().replaceAll('-', '')}`;
    await server().context.database.pool.query(`CREATE DATABASE ${name}`);
    const database = connect({ host, user, database: name }, 4, silentLog);
    emptied.push(database);
    return database;
  }

  /** @param seen the same database, as the restore sees it */
  async function restoreInto(database: Database, from = path, seen = database) {
    const { clock, context } = server();
    const checked = await checkBackup(from, context.env.SECRET_KEYS);
    await requireEmpty(database);
    await migrate(database.pool);
    const queue = await startQueue({
      connection: database.connection,
      log: silentLog,
      metrics: makeMetrics(),
      isWorker: false,
    });
    try {
      return await restore({ database: seen, storage: s3(), queue, clock, log: silentLog }, checked);
    } finally {
      await queue.stop();
    }
  }

  /** Copies the backup with some of its entries changed. */
  async function changed(change: (entry: ArchiveEntry) => ArchiveEntry): Promise<string> {
    const other = join(folder, randomUUID());
    async function* entries() {
      for await (const entry of readArchive(path)) yield change(entry);
    }
    await writeArchive(other, entries());
    return other;
  }

  return { server, s3, path, emptyDatabase, restoreInto, changed };
}
