import { expect, test } from 'vitest';
import { MailRefusedError } from '#server/adapters/mail.ts';
import { PASSWORD, useTestServer } from '#server/testing/test-server.ts';

const server = useTestServer();

test('a mail server that is away delays the code, and the second try carries the same one', async () => {
  const { mail, visitor } = server();
  const username = 'patient@example.com';
  mail.failures.push(new Error('connect ECONNREFUSED'));
  const person = visitor();
  expect((await person.post('/public/signup', { username, password: PASSWORD })).status).toBe(200);
  expect(mail.sent).toEqual([]);
  const code = await mail.code(username);
  expect((await person.post('/public/confirm', { username, code })).status).toBe(200);
  expect(mail.sent.filter(({ to }) => to === username)).toHaveLength(1);
}, 30_000);

test('a code is good for ten minutes from when it was sent', async () => {
  const { mail, visitor, clock } = server();
  const username = 'late@example.com';
  mail.failures.push(new Error('connect ECONNREFUSED'));
  const person = visitor();
  await person.post('/public/signup', { username, password: PASSWORD });
  clock.advance(9 * 60_000);
  const code = await mail.code(username);
  clock.advance(9 * 60_000);
  expect((await person.post('/public/confirm', { username, code })).status).toBe(200);
}, 30_000);

test('an address that is refused for good is not tried again, and the operator can look', async () => {
  const { mail, visitor, context } = server();
  const username = 'refused@example.com';
  mail.failures.push(new MailRefusedError('No such mailbox.'));
  await visitor().post('/public/signup', { username, password: PASSWORD });
  await expect
    .poll(
      async () => {
        const { rows } = await context.database.pool.query(
          "SELECT state, retry_count FROM pgboss.job WHERE name = 'send-mail' AND data->>'username' = $1",
          [username],
        );
        return rows;
      },
      { timeout: 20_000 },
    )
    .toEqual([{ state: 'failed', retry_count: 0 }]);
  expect(mail.sent.filter(({ to }) => to === username)).toEqual([]);
  expect(await context.queue.retryFailed('send-mail')).toBe(1);
  expect(await mail.code(username)).toMatch(/^\d{6}$/);
}, 30_000);
