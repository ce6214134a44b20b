import { beforeEach, expect, test } from 'vitest';
import { Secrets } from '#server/adapters/secrets.ts';
import { useTestServer } from '#server/testing/test-server.ts';
import { checkSecretMarks } from './secret-marks.ts';

const REFUSAL = 'written with another secret';
const [old, fresh] = ['the-old-secret-'.repeat(3), 'the-fresh-secret-'.repeat(3)];
const server = useTestServer();

const start = (...keys: readonly string[]) => checkSecretMarks(server().context.database, new Secrets(keys));

beforeEach(() => server().context.database.kysely.deleteFrom('secret_marks').execute());

test('a refused start deletes no mark, so that a start without the secret of that mark is refused, too', async () => {
  await start(old);
  await start(fresh, old);
  await expect(start(fresh)).rejects.toThrow(REFUSAL);
  await expect(start(old)).rejects.toThrow(REFUSAL);
});

test('a refused start leaves no mark of its own', async () => {
  await start(old);
  await expect(start(fresh)).rejects.toThrow(REFUSAL);
  await start(old);
});

test('one of two servers that start at once with different secrets is refused', async () => {
  const outcomes = await Promise.allSettled([start(old), start(fresh)]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});
