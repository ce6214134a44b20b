import { sql } from 'kysely';
import { beforeEach, expect, inject, onTestFinished, test } from 'vitest';
import { startSilentRelay, type SilentRelay } from '#server/testing/silent-relay.ts';
import { silentLog } from '#server/testing/silent-log.ts';
import { connect, type Database } from './database.ts';

const CUT_OFF_AFTER_MS = 300;

let database: Database;
let relay: SilentRelay;

beforeEach(async () => {
  const { host, user } = inject('postgres');
  relay = await startSilentRelay(host);
  database = connect({ host: relay.host, user, database: 'postgres' }, 1, silentLog, {
    cutOffAfterMs: CUT_OFF_AFTER_MS,
  });
  onTestFinished(async () => {
    relay.close();
    await database.close();
  });
});

const ask = async (): Promise<unknown> =>
  (await sql<{ n: number }>`SELECT 1 AS n`.execute(database.kysely)).rows;

test.each<[name: string, work: () => Promise<unknown>]>([
  [
    'a query',
    () => {
      relay.goSilent();
      return ask();
    },
  ],
  [
    'a prepared statement',
    () => {
      relay.goSilent();
      return database.run({ name: 'one', text: 'SELECT 1 AS n' }, []);
    },
  ],
  [
    'a transaction, which cannot even be rolled back,',
    () =>
      database.transaction(async (transaction) => {
        await sql`SELECT 1`.execute(transaction);
        relay.goSilent();
        return sql`SELECT 1`.execute(transaction);
      }),
  ],
])('%s that gets no answer fails in time, and the next one has a connection of its own', async (_, work) => {
  await ask();
  await expect(work()).rejects.toThrow('Query read timeout');
  relay.comeBack();
  expect(await ask()).toEqual([{ n: 1 }]);
});

test(
  'is not ready while nobody answers, says so in time, and is ready again after',
  { tags: 'slow' },
  async () => {
    expect(await database.isReady()).toBe(true);
    relay.goSilent();
    expect(await database.isReady()).toBe(false);
    relay.comeBack();
    expect(await database.isReady()).toBe(true);
  },
);

test('work that naturally takes long is not cut off', async () => {
  const seconds = (2 * CUT_OFF_AFTER_MS) / 1000;
  await expect(sql`SELECT pg_sleep(${seconds})`.execute(database.kysely)).rejects.toThrow(
    'Query read timeout',
  );
  await database.longTransaction((transaction) => sql`SELECT pg_sleep(${seconds})`.execute(transaction));
});

test.each([
  { canPrepare: true, prepared: ['two'] },
  { canPrepare: false, prepared: [] },
])('prepares statements: $canPrepare', async ({ canPrepare, prepared }) => {
  const { host, user } = inject('postgres');
  const asked = connect({ host, user, database: 'postgres' }, 1, silentLog, { canPrepare });
  onTestFinished(() => asked.close());
  await asked.run({ name: 'two', text: 'SELECT 2 AS n' }, []);
  const { rows } = await asked.pool.query<{ name: string }>('SELECT name FROM pg_prepared_statements');
  expect(rows.map(({ name }) => name)).toEqual(prepared);
});
