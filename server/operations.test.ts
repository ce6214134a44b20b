import { expect, test } from 'vitest';
import { buildApp } from '#server/app.ts';
import { useTestServer } from '#server/testing/test-server.ts';
import { securityEmail } from '#tenant/security-email.ts';

const server = useTestServer();

test('a loop over /readyz reaches the database once a second, and draining shows at once', async () => {
  const { context, clock } = server();
  let numAsked = 0;
  let isDraining = false;
  const database = async () => {
    numAsked += 1;
    return context.readiness['database']?.() ?? 'down';
  };
  const app = await buildApp({
    ...context,
    isDraining: () => isDraining,
    readiness: { ...context.readiness, database },
  });
  const statuses = async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => app.inject('/readyz')));
    return new Set(answers.map(({ statusCode }) => statusCode));
  };
  for (let second = 1; second <= 3; second += 1) {
    expect(await statuses()).toEqual(new Set([200]));
    expect(numAsked).toBe(second);
    clock.advance(1000);
  }
  await statuses();
  isDraining = true;
  expect(await statuses()).toEqual(new Set([503]));
  expect(numAsked).toBe(4);
  await app.close();
});

test('a password manager is led to where a new password is chosen', async () => {
  const { status, headers } = await server().visitor().get('/.well-known/change-password');
  expect([status, headers.location]).toEqual([303, '/forgot']);
  expect((await server().visitor().get('/.well-known/resource-that-does-not-exist')).status).toBe(404);
});

test('security.txt says where to report a vulnerability', async () => {
  const { text, headers } = await server().visitor().get('/.well-known/security.txt');
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  const fields = new Map(
    text
      .trim()
      .split('\n')
      .map((line) => [line.split(': ')[0], line.split(': ')[1]]),
  );
  expect(fields.get('Contact')).toBe(`mailto:${securityEmail}`);
  expect(new Date(fields.get('Expires') ?? '').getTime()).toBeGreaterThan(server().clock.now().getTime());
});
