import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, connect as dial, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, expect, inject, onTestFinished, test } from 'vitest';
import { silentLog } from '../log.ts';
import { connect, type Database } from './database.ts';

const SOCKET = '.s.PGSQL.5432';
const CUT_OFF_AFTER_MS = 300;

let database: Database;
/** From now on, nothing comes through and nothing says so, as when the other machine has lost its power. */
let goSilent: () => void;
let comeBack: () => void;

beforeEach(async () => {
  const { host, user } = inject('postgres');
  const folder = mkdtempSync(join(tmpdir(), 'silence-'));
  const sockets = new Set<Socket>();
  let isSilent = false;
  const relay = createServer((near) => {
    const far = dial(join(host, SOCKET));
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => void (isSilent || to.write(bytes)));
      from.on('error', () => undefined);
      from.on('close', () => to.destroy());
    }
  });
  goSilent = () => void (isSilent = true);
  comeBack = () => void (isSilent = false);
  await new Promise<void>((resolve) => relay.listen(join(folder, SOCKET), resolve));
  database = connect({ host: folder, user, database: 'postgres' }, 1, silentLog, CUT_OFF_AFTER_MS);
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await database.close();
    relay.close();
    rmSync(folder, { recursive: true });
  });
});

const ask = async (): Promise<unknown> =>
  (await sql<{ n: number }>`SELECT 1 AS n`.execute(database.kysely)).rows;

test.each<[name: string, work: () => Promise<unknown>]>([
  [
    'a query',
    () => {
      goSilent();
      return ask();
    },
  ],
  [
    'a prepared statement',
    () => {
      goSilent();
      return database.run({ name: 'one', text: 'SELECT 1 AS n' }, []);
    },
  ],
  [
    'a transaction, which cannot even be rolled back,',
    () =>
      database.transaction(async (transaction) => {
        await sql`SELECT 1`.execute(transaction);
        goSilent();
        return sql`SELECT 1`.execute(transaction);
      }),
  ],
])('%s that gets no answer fails in time, and the next one has a connection of its own', async (_, work) => {
  await ask();
  const begun = performance.now();
  await expect(work()).rejects.toThrow('Query read timeout');
  expect(performance.now() - begun).toBeLessThan(2 * CUT_OFF_AFTER_MS);
  comeBack();
  expect(await ask()).toEqual([{ n: 1 }]);
});

test('is not ready while nobody answers, says so in time, and is ready again after', async () => {
  expect(await database.isReady()).toBe(true);
  goSilent();
  expect(await database.isReady()).toBe(false);
  comeBack();
  expect(await database.isReady()).toBe(true);
});

test('what takes long by its nature is not cut off', async () => {
  const seconds = (2 * CUT_OFF_AFTER_MS) / 1000;
  await expect(sql`SELECT pg_sleep(${seconds})`.execute(database.kysely)).rejects.toThrow(
    'Query read timeout',
  );
  await database.longTransaction((transaction) => sql`SELECT pg_sleep(${seconds})`.execute(transaction));
});
