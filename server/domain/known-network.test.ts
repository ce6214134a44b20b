import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { countingRows } from '#server/testing/counted-rows.ts';
import { useTestServer } from '#server/testing/test-server.ts';
import { audit } from './audit.ts';
import { hasLoggedInFrom } from './known-network.ts';

const server = useTestServer();
const NETWORK = '203.0.113.7';

test('one row answers whether a network is known, after however many logins', async () => {
  const { context, clock, account } = server();
  const { id: accountId, username } = await account();
  const { counting, rows } = countingRows(context.database);
  const isKnown = (network: string) => hasLoggedInFrom({ database: counting, clock }, username, network);
  for (let n = 0; n < 50; n += 1)
    await audit(context.database.kysely, { event: 'login', at: clock.now(), accountId, network: NETWORK });
  expect(await isKnown(NETWORK)).toBe(true);
  expect(await isKnown('203.0.113.8')).toBe(false);
  expect(rows).toEqual([1, 0]);
});

test('an index leads there past the failed tries of strangers', async () => {
  const plan = await server()
    .context.database.kysely.connection()
    .execute(async (connection) => {
      await sql`SET enable_seqscan = off`.execute(connection);
      const { rows } = await sql`EXPLAIN SELECT id FROM audit
      WHERE account_id = gen_random_uuid() AND event = 'login' AND address = ${NETWORK}
        AND happened_at > now() LIMIT 1`.execute(connection);
      await sql`RESET enable_seqscan`.execute(connection);
      return JSON.stringify(rows);
    });
  expect(plan).toContain('audit_of_logins');
});
