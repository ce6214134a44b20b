import { expect, test } from 'vitest';
import { countingRows } from '#server/testing/counted-rows.ts';
import { planOf } from '#server/testing/plan-of.ts';
import { useTestServer } from '#server/testing/test-server.ts';
import { audit } from './audit.ts';
import { hasLoggedInFrom, loginsFrom } from './known-network.ts';

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
  const { context, clock } = server();
  const query = loginsFrom({ database: context.database, clock }, 'ada@example.com', NETWORK).compile();
  expect(await planOf(context.database, query, { tables: ['accounts', 'audit'] })).toMatch(
    /Index Scan using audit_account_id_address_happened_at_idx on audit/,
  );
});
