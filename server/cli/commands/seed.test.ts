import { expect, test } from 'vitest';
import { makeSeeding } from '#server/seeds/seeding.ts';
import { seedApplicants } from '#server/seeds/applicants.ts';
import { useTestServer } from '#server/testing/test-server.ts';
import { seed, SEED_PASSWORD } from './seed.ts';

const server = useTestServer({ env: { NODE_ENV: 'production', PUBLIC_URL: 'https://apply.example.edu' } });

test('a production server gets no made-up applicants by mistake', async () => {
  const parts = { context: server().context, print: () => undefined };
  await expect(seed.read([], {})(parts)).rejects.toThrow('add --yes');
  expect((await server().context.database.pool.query('SELECT FROM accounts')).rowCount).toBe(0);
});

test('in production, made-up applicants have no password, because everybody knows it', async () => {
  const [seed] = seedApplicants;
  if (seed === undefined) throw new Error('There are thirty.');
  await makeSeeding(server().context).add({ ...seed, documents: {} }, undefined);
  const login = { username: seed.username, password: SEED_PASSWORD };
  expect((await server().visitor().post('/public/login', login)).status).toBe(401);
});
