import { expect, test } from 'vitest';
import { planOf } from '#server/testing/plan-of.ts';
import { useTestServer } from '#server/testing/test-server.ts';
import { audit } from '#server/domain/ground/audit.ts';
import { findKnownNetworks, makeHasLoggedInFrom } from './known-network.ts';

const server = useTestServer();
const NETWORK = '203.0.113.7';

test('only their account knows the networks of logins, for 90 days', async () => {
  const { context, clock, account } = server();
  const [{ id: accountId, username }, other] = [await account(), await account()];
  const hasLoggedInFrom = makeHasLoggedInFrom(context);
  const ask = () =>
    Promise.all([
      hasLoggedInFrom(username, NETWORK),
      hasLoggedInFrom(username, '203.0.113.8'),
      hasLoggedInFrom(other.username, NETWORK),
    ]);
  await audit(context.database.kysely, { event: 'login', at: clock.now(), accountId, network: NETWORK });
  await audit(context.database.kysely, {
    ...{ event: 'login-failed', at: clock.now(), accountId, network: '203.0.113.8' },
  });
  expect(await ask()).toEqual([true, false, false]);
  clock.advance(91 * 86_400_000);
  expect(await ask()).toEqual([false, false, false]);
});

test('an index finds them despite the failed attempts of strangers', async () => {
  const parameters = [['ada@example.com'], [NETWORK], new Date()];
  const plan = await planOf(
    server().context.database,
    { sql: findKnownNetworks.text, parameters },
    { tables: ['accounts', 'audit'] },
  );
  expect(plan).toContain('using audit_account_id_address_happened_at_idx on audit');
});
