import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { PROOF_OF } from '#contract/deleted-account.ts';
import { DAY_MS } from '#server/adapters/clock.ts';
import { hashOf } from '#server/domain/ground/token.ts';
import { SettableClock } from '#server/testing/settable-clock.ts';
import { useTestServer } from '#server/testing/test-server.ts';

const clock = new SettableClock(new Date('2027-01-04T12:00:00Z'));
const server = useTestServer({ overrides: { clock } });
const LEFT = 'left@example.com';

/** What a device of this account keeps. */
async function deviceOf(username: string) {
  const { headers } = await (await server().applicant(username)).get('/api/profile');
  const key = String(headers['device-key']);
  const proof = createHmac('sha256', Buffer.from(key, 'base64url')).update(PROOF_OF).digest('base64url');
  return { key, proof };
}
const ask = async (proof: string) =>
  (await server().visitor().post('/public/deleted-account', { proof })).body;

test('only a device of a deleted account learns of the deletion, and an account of the same address gets the key', async () => {
  const { erasure, database, retention } = server().context;
  const [{ key, proof }, other] = [await deviceOf(LEFT), await deviceOf('stays@example.com')];
  const nothing = { deleted_at: null, is_by_rule: false };
  expect(await ask(proof)).toEqual(nothing);
  await erasure.erase(LEFT, async () => true);
  const told = { deleted_at: clock.now().toISOString(), is_by_rule: true };
  expect(await ask(proof)).toEqual(told);
  expect(await ask(other.proof)).toEqual(nothing);
  const { rows } = await database.pool.query('SELECT owner_hash FROM deleted_accounts');
  // Nobody who has the table alone can try addresses.
  expect(rows).toEqual([{ owner_hash: hashOf(`${proof} ${LEFT}`) }]);

  const keyFor = async (username: string) =>
    (await (await server().applicant(username)).post('/api/deleted-account', { proof })).headers[
      'device-key'
    ];
  expect(await keyFor('thief@example.com')).toBeUndefined();
  expect(await keyFor(LEFT)).toBe(key);
  expect((await server().visitor().post('/api/deleted-account', { proof })).status).toBe(401);

  clock.advance(401 * DAY_MS);
  await retention.run();
  expect(await ask(proof)).toEqual(nothing);
});

test('a deletion that was asked for is told as such, and a malformed proof is refused', async () => {
  const { proof } = await deviceOf('asked@example.com');
  await server().context.erasure.erase('asked@example.com');
  expect(await ask(proof)).toMatchObject({ is_by_rule: false, deleted_at: expect.stringMatching(/Z$/) });
  expect((await server().visitor().post('/public/deleted-account', { proof: 'x' })).status).toBe(422);
});
