import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { prepareDataDir } from '../data-dir.ts';
import { silentLog } from '#server/testing/silent-log.ts';
import { openDatabase } from './database.ts';

test(
  'the private database has room for the pool that was asked for, the queue, and a command beside',
  { tags: 'slow' },
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'admissions-private-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true }));
    prepareDataDir(dataDir);
    const database = await openDatabase({ url: undefined, dataDir, poolSize: 200, log: silentLog });
    onTestFinished(() => database.close());
    const { rows } = await database.pool.query<{ max_connections: string }>('SHOW max_connections');
    expect(Number(rows[0]?.max_connections)).toBeGreaterThanOrEqual(2 * (200 + 4) + 1);
  },
);
