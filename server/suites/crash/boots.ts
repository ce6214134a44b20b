import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { startPrivateServer } from '#server/adapters/database/private-server.ts';
import { silentLog } from '#server/testing/silent-log.ts';
import { postgresPid, startServer } from '#server/testing/process.ts';
import { Dice } from '#testing/dice.ts';
import { send } from '../http.ts';
import type { Report, SuiteOptions } from '../report.ts';

const FIRST_POINT_MS = 40;
/** On an idle machine, a first start takes less than this. */
const LAST_POINT_MS = 2200;
/** Migrations begin after the code is loaded and the database is up. */
const FIRST_MIGRATION_POINT_MS = 350;
const KILLS_IN_A_ROW = 3;

/**
 * Kills starts at successive points: on an empty folder, and on a database without tables, so that most points are
 * inside a migration. The next start has to repair everything.
 */
export async function runBoots({ runs, seed, folder, say }: SuiteOptions): Promise<Report> {
  const dice = new Dice(seed);
  const violations: string[] = [];
  const numFirst = Math.ceil(runs / 2);
  for (let point = 0; point < runs; point += 1) {
    const isMigration = point >= numFirst;
    const dataDir = join(folder, isMigration ? 'migrated' : `boot-${Math.floor(point / KILLS_IN_A_ROW)}`);
    if (isMigration) await emptyDatabase(dataDir);
    const [first, nth, of] = isMigration
      ? [FIRST_MIGRATION_POINT_MS, point - numFirst, runs - numFirst]
      : [FIRST_POINT_MS, point, numFirst];
    const step = (LAST_POINT_MS - first) / of;
    await killAfter(dataDir, first + step * nth + dice.whole(0, Math.floor(step)), dice.chance());
    const isLastInRow =
      isMigration || point % KILLS_IN_A_ROW === KILLS_IN_A_ROW - 1 || point === numFirst - 1;
    if (!isLastInRow) continue;
    violations.push(...(await judgeStart(dataDir)));
    if (!isMigration) rmSync(dataDir, { recursive: true, force: true });
    say(`${point + 1} of ${runs} kill points in ${isMigration ? 'migrations' : 'first starts'}.`);
  }
  return { figures: { killPoints: runs }, violations };
}

async function killAfter(dataDir: string, ms: number, hasDatabaseToo: boolean): Promise<void> {
  const server = startServer(dataDir);
  await sleep(ms);
  const pid = hasDatabaseToo ? databasePid(dataDir) : undefined;
  await server.stop('SIGKILL');
  if (pid === undefined) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    return;
  }
}

function databasePid(dataDir: string): number | undefined {
  try {
    return postgresPid(dataDir);
  } catch {
    return undefined;
  }
}

/** The next start completes without help: every part answers, and the shipped look-up records are there. */
async function judgeStart(dataDir: string): Promise<string[]> {
  const server = startServer(dataDir);
  try {
    const base = await server.address();
    const ready = await send(base, 'GET', '/readyz');
    const found = await send(base, 'GET', '/lookup/find?text=Vassar&category=college_ceeb&max_results=5');
    return [
      ...(ready.status === 200 ? [] : [`After a killed start /readyz says ${ready.text}.`]),
      ...(found.body?.length > 0 ? [] : ['After a killed start the look-ups are not there.']),
    ];
  } catch (error) {
    return [`After a killed start: ${String(error)}`];
  } finally {
    await server.stop();
  }
}

async function emptyDatabase(dataDir: string): Promise<void> {
  const prepared = startServer(dataDir);
  await prepared.address();
  await prepared.stop();
  const server = await startPrivateServer({ dataDir, log: silentLog, role: 'own' });
  const pool = new Pool({ ...server.connection, max: 1 });
  // A connection that is closing may still report that the database stops.
  pool.on('error', () => undefined);
  await pool.query('DROP SCHEMA IF EXISTS pgboss CASCADE; DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await pool.end();
  await server.stop();
}
