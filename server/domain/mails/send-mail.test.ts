import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { startMailServer } from '#server/testing/mail-server.ts';
import { testEach } from '#testing/test-each.ts';
import { MailRefusedError, smtpMailer } from '#server/adapters/mail.ts';
import { PASSWORD, startTestServer, useTestServer } from '#server/testing/test-server.ts';

const server = useTestServer();

test(
  'a mail server that is down delays the code, and the second attempt sends the same one',
  { tags: 'slow' },
  async () => {
    const { mail, visitor } = server();
    const username = 'patient@example.com';
    mail.failures.push(new Error('connect ECONNREFUSED'));
    const person = visitor();
    expect((await person.post('/public/signup', { username, password: PASSWORD })).status).toBe(200);
    expect(mail.sent).toEqual([]);
    const code = await mail.code(username);
    expect((await person.post('/public/confirm', { username, code })).status).toBe(200);
    expect(mail.sent.filter(({ to }) => to === username)).toHaveLength(1);
  },
);

test('a code is good for ten minutes from when it was sent', { tags: 'long' }, async () => {
  const { mail, visitor, clock } = server();
  const username = 'late@example.com';
  mail.failures.push(new Error('connect ECONNREFUSED'));
  const person = visitor();
  await person.post('/public/signup', { username, password: PASSWORD });
  clock.advance(9 * 60_000);
  const code = await mail.code(username);
  clock.advance(9 * 60_000);
  expect((await person.post('/public/confirm', { username, code })).status).toBe(200);
});

test(
  'an address that is refused for good is not tried again, and the operator can see it',
  { tags: 'long' },
  async () => {
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
  },
);

test('a link to choose a password is good for an hour from when it was sent', { tags: 'slow' }, async () => {
  const { applicant, mail, visitor, clock } = server();
  const username = 'late-link@example.com';
  await applicant(username);
  mail.failures.push(new Error('connect ECONNREFUSED'));
  await visitor().post('/public/forgot-password', { username });
  await expect.poll(() => mail.failures, { timeout: 10_000 }).toEqual([]);
  clock.advance(61 * 60_000);
  const id = await mail.resetId(username);
  const password = 'A-New-Password-2-Use';
  const chosen = { username, id, password, confirm_password: password };
  expect((await visitor().post('/public/reset-password', chosen)).status).toBe(200);
});

testEach([
  { code: 450, enhanced: '', state: 'retry' },
  { code: 550, enhanced: ' 5.1.1', state: 'failed' },
  { code: 550, enhanced: ' 5.7.1', state: 'retry' },
])(
  'a mail server that answers $code$enhanced with the address puts it into no log and no job',
  { short: 1 },
  async ({ code, enhanced, state }) => {
    const username = `canary-${code}@example.com`;
    const relay = await startMailServer({
      onRcptTo({ address }, _session, done) {
        done(
          Object.assign(new Error(`${enhanced} <${address}>: Canary-Words`.trim()), { responseCode: code }),
        );
      },
    });
    const mail = smtpMailer(`smtp://${relay}`, 'admissions@example.edu', 'if offered');
    const lines: string[] = [];
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(chunk.toString());
        done();
      },
    });
    const log = pino({ level: 'trace' }, sink);
    const quoted = await startTestServer({ log, overrides: { mail } });
    onTestFinished(() => quoted.close());

    await quoted.visitor().post('/public/signup', { username, password: PASSWORD });
    await expect.poll(() => lines.join(''), { timeout: 20_000 }).toContain(`EENVELOPE ${code}${enhanced}.`);
    const jobs = async () =>
      (
        await quoted.context.database.pool.query(
          "SELECT state, to_jsonb(job) - 'data' AS job FROM pgboss.job WHERE name = 'send-mail'",
        )
      ).rows;
    await expect.poll(jobs).toMatchObject([{ state }]);
    for (const told of [lines.join(''), JSON.stringify(await jobs())]) {
      expect(told).not.toContain('Canary');
      expect(told).not.toContain(username);
    }
  },
);
